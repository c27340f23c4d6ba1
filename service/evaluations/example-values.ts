import type { RunTrials, ScoreColumn, Trial } from "./run-trials";

/** How trials become one value per example. */
export interface CountingRule {
  /** A trial without an answer counts as failed in yes-or-no scores. */
  readonly errorsAsFailures: boolean;
}

/** Returns the value of a trial as a number: 1 and 0 for yes and no; null where it has none. */
export function trialNumber(trial: Trial, column: ScoreColumn, { errorsAsFailures }: CountingRule): number | null {
  const value = trial.scores.get(column.id);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return value;
  return trial.state === "failed" && column.kind === "boolean" && errorsAsFailures ? 0 : null;
}

/** Returns the mean over the trials of an example; null where none has a value. */
export function exampleValue(trials: readonly Trial[], column: ScoreColumn, rule: CountingRule): number | null {
  let sum = 0;
  let count = 0;
  for (const trial of trials) {
    const value = trialNumber(trial, column, rule);
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** The values of runs that are in memory: figures, comparisons and lists ask for the same ones. */
const knownValues = new WeakMap<RunTrials, Map<string, ReadonlyMap<string, number>>>();

/** Returns the value of each example that has one, by digest. Texts have none. */
export function exampleValues(run: RunTrials, column: ScoreColumn, rule: CountingRule): ReadonlyMap<string, number> {
  const known = knownValues.get(run) ?? new Map<string, ReadonlyMap<string, number>>();
  knownValues.set(run, known);
  const name = `${column.id} ${rule.errorsAsFailures}`;
  const values = known.get(name) ?? newExampleValues(run, column, rule);
  known.set(name, values);
  return values;
}

function newExampleValues(run: RunTrials, column: ScoreColumn, rule: CountingRule): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  if (column.kind === "text") return values;
  for (const [digest, trials] of run.byExample) {
    const value = exampleValue(trials, column, rule);
    if (value !== null) values.set(digest, value);
  }
  return values;
}
