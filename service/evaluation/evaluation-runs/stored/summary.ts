import { isJsonObject } from "@/lib/guard/json-object";

/** The scores of one trial by scorer; absent where the model failed, null where the scorer failed or had nothing to say. */
export type TrialScores = Readonly<Record<string, unknown>>;

/** A value in a summary: a score, or the mark of a trial without one. */
const UNSCORED = Symbol("unscored");

/**
 * Sums one column up as the official Python client 0.54 does: booleans as count and fraction of all trials, numbers as
 * mean of those that have one, objects member by member; null for anything else.
 *
 * @param unscored trials without a score, which count in fractions
 */
function summarizeColumn(values: readonly unknown[], unscored: number): Record<string, unknown> | null {
  const present = values.filter((value) => value !== null && value !== undefined);
  const [first] = present;
  if (typeof first === "boolean") {
    const trueCount = present.filter(Boolean).length;
    return { true_count: trueCount, true_fraction: trueCount / (present.length + unscored) };
  }
  if (typeof first === "number") {
    const numbers = present.filter((value) => typeof value === "number");
    return { mean: numbers.reduce((sum, value) => sum + value, 0) / numbers.length };
  }
  if (!isJsonObject(first)) return null;
  const objects = present.filter(isJsonObject);
  const members = new Set(objects.flatMap((object) => Object.keys(object)));
  const summary: Record<string, unknown> = {};
  for (const name of members) {
    const member = summarizeColumn(
      objects.map((object) => object[name]),
      unscored,
    );
    if (member === null) continue;
    if (Object.hasOwn(member, name)) Object.assign(summary, member);
    else summary[name] = member;
  }
  return Object.keys(summary).length === 0 ? null : summary;
}

/**
 * Returns the output of a run: a member for each scorer, the answers' own numbers, and the mean latency.
 *
 * @param scorers names, in order
 */
export function summarizeRun(
  scorers: readonly string[],
  trials: readonly { readonly output: unknown; readonly scores: TrialScores; readonly latencySeconds: number }[],
): Record<string, unknown> {
  const summary: Record<string, unknown> = {};
  const outputs = summarizeColumn(
    trials.map(({ output }) => output),
    0,
  );
  if (outputs !== null) summary.output = outputs;
  for (const name of scorers) {
    const column = trials.map(({ scores }) => (Object.hasOwn(scores, name) ? scores[name] : UNSCORED));
    const scored = column.filter((value) => value !== UNSCORED);
    summary[name] = summarizeColumn(scored, column.length - scored.length);
  }
  const latencies = trials.map(({ latencySeconds }) => latencySeconds);
  if (latencies.length > 0) {
    summary.model_latency = { mean: latencies.reduce((sum, seconds) => sum + seconds, 0) / latencies.length };
  }
  return summary;
}
