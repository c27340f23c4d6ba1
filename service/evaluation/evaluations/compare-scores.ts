import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { comparePaired, type PairedComparison } from "@/lib/evaluation/statistics/paired-comparison";
import { type CountingRule, exampleScores } from "./example-values";
import { computedOnce } from "./known-figures";
import type { RunTrials, ScoreColumn } from "./run-trials";

/** Half of this share of a score's range is a tie for numbers on a scale of whole steps. */
const HALF_STEP = 0.5;

/** Examples of two runs that share a key, by the digests they have in each. */
type SharedExamples = readonly (readonly [string, string])[];

/** Returns the examples that two runs name with the same digest. */
function sharedByDigest(run: RunTrials, baseline: RunTrials): SharedExamples {
  return [...run.byExample.keys()].flatMap((digest) =>
    baseline.byExample.has(digest) ? [[digest, digest] as const] : [],
  );
}

/** Compares one score of a run with a baseline on the examples that both name with the same digest; null for texts. */
export const compareByDigest = (
  run: RunTrials,
  baseline: RunTrials,
  column: ScoreColumn,
  rule: CountingRule,
): PairedComparison | null =>
  computedOnce(run, baseline, `change ${rule.errorsAsFailures} ${column.id}`, () => {
    const shared = computedOnce(run, baseline, "shared", () => sharedByDigest(run, baseline));
    return compareScore(run, baseline, column, shared, rule);
  });

/** Compares one score of a run with a baseline on the shared examples that have a value in both; null for texts. */
export function compareScore(
  run: RunTrials,
  baseline: RunTrials,
  column: ScoreColumn,
  shared: SharedExamples,
  rule: CountingRule,
): PairedComparison | null {
  const other = baseline.columns.find(({ id }) => id === column.id);
  if (column.kind === "text" || other === undefined || other.kind !== column.kind) return null;
  const values = exampleScores(run, column, rule);
  const before = exampleScores(baseline, other, rule);
  const differences: number[] = [];
  for (const [digest, baselineDigest] of shared) {
    const [score, previous] = [values.get(digest), before.get(baselineDigest)];
    if (score !== undefined && previous !== undefined) differences.push(score.value - previous.value);
  }
  const isSinglePass =
    column.kind === "boolean" &&
    shared.every(
      ([digest, baselineDigest]) =>
        run.byExample.get(digest)?.length === 1 && baseline.byExample.get(baselineDigest)?.length === 1,
    );
  return comparePaired(differences, { isSinglePass, tieWidth: tieWidthOf(run, column) });
}

/** Pass/fail: 0. Scales of whole numbers: half a step. Other numbers: 0, since their step is not known. */
function tieWidthOf(run: RunTrials, column: ScoreColumn): number {
  if (column.kind !== "number") return 0;
  const isScale = run.trials.every(({ scores }) => {
    const value = scores.get(column.id) ?? null;
    return value === null || Number.isInteger(value);
  });
  return isScale ? HALF_STEP : 0;
}

/** Returns a comparison with the names of the wire. */
export function wireComparison(compared: PairedComparison | null): EvaluationComparison | null {
  if (compared === null) return null;
  const { neededExamples, detectableDifference, intervalMethod, ...same } = compared;
  return {
    ...same,
    interval_method: intervalMethod,
    needed_examples: neededExamples,
    detectable_difference: detectableDifference,
  };
}
