/** A trial's score before it counts. */
interface ScoredTrial {
  readonly state: "answered" | "failed" | "running";
  readonly value: unknown;
  readonly kind: "boolean" | "number" | "text";
}

/**
 * Returns how a trial counts in the mean of a score, by the one rule of lists, pages, comparisons and exports: 1 and 0 for
 * yes and no, a number as it is, and 0 for a failed trial in a yes-or-no score. Null is left out.
 *
 * @param errorsAsFailures false leaves failed trials out of yes-or-no scores too
 */
export function countedValue({ state, value, kind }: ScoredTrial, errorsAsFailures = true): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return value;
  return state === "failed" && kind === "boolean" && errorsAsFailures ? 0 : null;
}
