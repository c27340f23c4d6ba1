import { countedValue } from "@/lib/evaluation/statistics/counted-value";
import { computedOnce } from "./known-figures";
import type { RunTrials, ScoreColumn, Trial } from "./run-trials";

/** How trials become one value per example. */
export interface CountingRule {
  /** A trial without an answer counts as failed in yes-or-no scores. */
  readonly errorsAsFailures: boolean;
}

/** Returns the value of a trial as a number: 1 and 0 for yes and no; null where it has none. */
export function trialNumber(trial: Trial, column: ScoreColumn, { errorsAsFailures }: CountingRule): number | null {
  const value = trial.scores.get(column.id);
  return countedValue({ state: trial.state, value, kind: column.kind }, errorsAsFailures);
}

/** One score of an example over its trials. */
export interface ExampleScore {
  /** The mean over the trials that have a value. */
  readonly value: number;
  /** Trials that have a value. */
  readonly trials: number;
  /** Trials whose value is yes, or 1. */
  readonly passes: number;
}

/** Returns the score of each example that has a value, by digest. Texts have none. */
export function exampleScores(
  run: RunTrials,
  column: ScoreColumn,
  rule: CountingRule,
): ReadonlyMap<string, ExampleScore> {
  const name = `scores ${rule.errorsAsFailures} ${column.id}`;
  return computedOnce(run, run, name, () => newExampleScores(run, column, rule));
}

function newExampleScores(run: RunTrials, column: ScoreColumn, rule: CountingRule): ReadonlyMap<string, ExampleScore> {
  const scores = new Map<string, ExampleScore>();
  if (column.kind === "text") return scores;
  for (const [digest, trials] of run.byExample) {
    let [sum, count, passes] = [0, 0, 0];
    for (const trial of trials) {
      const value = trialNumber(trial, column, rule);
      if (value === null) continue;
      sum += value;
      count++;
      if (value === 1) passes++;
    }
    if (count > 0) scores.set(digest, { value: sum / count, trials: count, passes });
  }
  return scores;
}
