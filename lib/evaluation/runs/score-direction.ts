/** Whether a larger value of a score is better; null where its name does not say. */
export type ScoreDirection = "higher" | "lower" | null;

const LOWER =
  /(?:^|[^a-z])(?:error|errors|cost|distance|latency|loss|tokens|duration|hallucination|toxicity|violations?)(?:$|[^a-z])/i;
const HIGHER =
  /(?:^|[^a-z])(?:accuracy|correct\w*|score|f1|precision|recall|reward|similarity|quality|grade|rating|pass\w*|match|success|relevance|helpful\w*|faithful\w*|groundedness)(?:$|[^a-z])/i;

/**
 * Returns the direction of a score by its name. A yes-or-no score is better when higher, unless its name is that of a
 * fault. Unknown directions get no colour.
 */
export function scoreDirection(id: string, kind: "boolean" | "number" | "text"): ScoreDirection {
  const name = id.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  if (LOWER.test(name)) return "lower";
  if (kind === "boolean" || (kind === "number" && HIGHER.test(name))) return "higher";
  return null;
}

/** Returns whether a difference is an improvement; null where that is not known. */
export function isImprovement(difference: number, direction: ScoreDirection): boolean | null {
  if (direction === null || difference === 0) return null;
  return difference > 0 === (direction === "higher");
}
