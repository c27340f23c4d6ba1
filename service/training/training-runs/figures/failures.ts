/** The rollouts of an iteration that failed. */
export interface Failures {
  readonly failed: number;
  /** All that ended: failed, rewarded, or without a reward. */
  readonly ended: number;
  /** The most frequent error, where it is known. */
  readonly error: string | null;
}

const MAX_ERROR_LENGTH = 120;

/** Returns the first line of an error, shortened. */
function errorLine(error: string): string {
  const line = error.trim().split("\n", 1)[0] ?? "";
  return line.length > MAX_ERROR_LENGTH ? `${line.slice(0, MAX_ERROR_LENGTH - 1)}…` : line;
}

/** Returns the first line of the most frequent error; null without any. */
export function frequentError(errors: readonly (string | null | undefined)[]): string | null {
  const counts = new Map<string, number>();
  for (const error of errors) if (error) counts.set(errorLine(error), (counts.get(errorLine(error)) ?? 0) + 1);
  return [...counts].reduce<[string | null, number]>((most, one) => (one[1] > most[1] ? one : most), [null, 0])[0];
}

/** Returns what failed over iterations: `8 of 8 rollouts failed: ConnectionError`; empty if not every rollout failed. */
export function failureText(iterations: readonly (Failures | null)[]): string {
  const known = iterations.filter((one) => one !== null);
  const failed = known.reduce((sum, one) => sum + one.failed, 0);
  const ended = known.reduce((sum, one) => sum + one.ended, 0);
  if (failed === 0 || failed < ended) return "";
  const error = frequentError(known.map((one) => one.error));
  return `${failed} of ${ended} rollouts failed${error === null ? "" : `: ${error.replace(/\.$/, "")}`}`;
}
