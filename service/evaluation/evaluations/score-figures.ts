import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import {
  deviationOf,
  type Interval,
  MIN_INTERVAL_EXAMPLES,
  meanInterval,
  meanMethod,
  meanOf,
  wilsonInterval,
} from "@/lib/evaluation/statistics/intervals";
import { type CountedPasses, isFlaky, passFigure, type TrialPasses } from "@/lib/evaluation/statistics/pass-figures";
import { isJsonObject } from "@/lib/guard/json-object";
import { type CountingRule, exampleScores, trialNumber } from "./example-values";
import { computedOnce } from "./known-figures";
import type { RunTrials, ScoreColumn } from "./run-trials";
import { segmentsOf } from "./score-paths";

const BIN_COUNT = 10;
const MAX_TEXT_VALUES = 20;
/** k of pass@k: as many as a run usually has trials. */
const MAX_K = 10;
/** Floats that were summed in another order. */
const ROUNDING = 1e-9;

/** Returns the figures of one score of a run, without its change against another one. */
export const scoreFigures = (run: RunTrials, column: ScoreColumn, rule: CountingRule): ScoreFigures =>
  computedOnce(run, run, `figures ${rule.errorsAsFailures} ${column.id}`, () => newScoreFigures(run, column, rule));

function newScoreFigures(run: RunTrials, column: ScoreColumn, rule: CountingRule): ScoreFigures {
  const scores = [...exampleScores(run, column, rule).values()];
  const examples = scores.map(({ value }) => value);
  const mean = examples.length === 0 ? null : meanOf(examples);
  const passes = column.kind === "boolean" ? scores : [];
  const counts = passCounts(passes);
  const { values, deviationWithin } = trialNumbers(run, column, rule);
  const logged = loggedFigure(run.loggedSummary, column);
  return {
    id: column.id,
    scorer: column.scorer,
    kind: column.kind,
    change: null,
    mean,
    ...intervalOf(examples, column),
    example_count: column.kind === "text" ? run.byExample.size : examples.length,
    trial_count: column.kind === "text" ? textsOf(run, column).length : values.length,
    ...gapsOf(run, column),
    ...distribution(values),
    deviation_within: deviationWithin,
    deviation_between: examples.length < 2 ? null : deviationOf(examples),
    values: column.kind === "text" ? frequentTexts(textsOf(run, column)) : [],
    passes: counts,
    pass_at: passFigures(counts),
    flaky_count: passes.filter(isFlaky).length,
    logged,
    logged_differs:
      logged !== null && mean !== null && Math.abs(logged - mean) > ROUNDING * Math.max(1, Math.abs(mean)),
  };
}

/** Returns how many answers have no value of a score, and how many its scorer failed on. */
function gapsOf(run: RunTrials, { id, scorer }: ScoreColumn) {
  const gaps = { missing_count: 0, failure_count: 0 };
  for (const { state, scores, failedScorers } of run.trials) {
    if (state !== "answered") continue;
    if ((scores.get(id) ?? null) === null) gaps.missing_count += 1;
    if (failedScorers.length > 0 && failedScorers.includes(scorer)) gaps.failure_count += 1;
  }
  return gaps;
}

/**
 * Returns the values of all trials, and their spread inside examples: the square root of the mean variance of the examples
 * with several trials, null where none has.
 */
function trialNumbers(run: RunTrials, column: ScoreColumn, rule: CountingRule) {
  const values: number[] = [];
  if (column.kind === "text") return { values, deviationWithin: null };
  let [variances, several] = [0, 0];
  for (const trials of run.byExample.values()) {
    const start = values.length;
    let sum = 0;
    for (const trial of trials) {
      const value = trialNumber(trial, column, rule);
      if (value === null) continue;
      values.push(value);
      sum += value;
    }
    const count = values.length - start;
    if (count < 2) continue;
    let squares = 0;
    for (let at = start; at < values.length; at++) squares += ((values[at] ?? 0) - sum / count) ** 2;
    variances += squares / (count - 1);
    several++;
  }
  return { values, deviationWithin: several === 0 ? null : Math.sqrt(variances / several) };
}

/**
 * Returns the interval of a mean and the method behind it: Wilson's where every example is 0 or 1, that of
 * {@link meanInterval} for everything else. Resamples of equal examples are all equal, as if 16 passes of 16 could not be
 * chance.
 */
export function intervalOf(examples: readonly number[], { kind }: ScoreColumn) {
  if (examples.length < MIN_INTERVAL_EXAMPLES) return { interval: null, interval_method: null };
  if (examples.every((value) => value === 0 || value === 1)) {
    const passed = examples.filter((value) => value === 1).length;
    return { interval: wilsonInterval(passed, examples.length), interval_method: "wilson" as const };
  }
  const interval = meanInterval(examples);
  return { interval: kind === "boolean" ? clamped(interval) : interval, interval_method: meanMethod(examples.length) };
}

const clamped = (interval: Interval | null): Interval | null =>
  interval && { low: Math.max(0, interval.low), high: Math.min(1, interval.high) };

function distribution(values: readonly number[]) {
  const nothing = { minimum: null, maximum: null, bins: [], bin_start: null, bin_end: null };
  const [first] = values;
  if (first === undefined) return nothing;
  let [minimum, maximum] = [first, first];
  for (const value of values) {
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  const isShare = minimum >= 0 && maximum <= 1;
  const [start, end] = isShare ? [0, 1] : [minimum, maximum];
  const bins = new Array<number>(BIN_COUNT).fill(0);
  for (const value of values) {
    const at = end === start ? 0 : Math.min(BIN_COUNT - 1, Math.floor(((value - start) / (end - start)) * BIN_COUNT));
    bins[at] = (bins[at] ?? 0) + 1;
  }
  return { minimum, maximum, bins, bin_start: start, bin_end: end };
}

const textsOf = (run: RunTrials, { id }: ScoreColumn): string[] =>
  run.trials.flatMap(({ scores }) => {
    const value = scores.get(id) ?? null;
    return value === null ? [] : [String(value)];
  });

function frequentTexts(texts: readonly string[]) {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => right.count - left.count || left.value.localeCompare(right.value))
    .slice(0, MAX_TEXT_VALUES);
}

/** Returns how many examples have each number of trials and passes. */
function passCounts(examples: readonly TrialPasses[]): CountedPasses[] {
  const counts = new Map<number, { trials: number; passes: number; examples: number }>();
  for (const { trials, passes } of examples) {
    const name = trials * MAX_TRIALS + passes;
    const known = counts.get(name);
    if (known === undefined) counts.set(name, { trials, passes, examples: 1 });
    else known.examples++;
  }
  return [...counts.values()].sort((left, right) => left.trials - right.trials || left.passes - right.passes);
}

/** More than the trials of any example. */
const MAX_TRIALS = 2 ** 26;

/** Returns pass@k and pass^k for each k that at least one example has trials for. */
function passFigures(counts: readonly CountedPasses[]) {
  const most = counts.at(-1)?.trials ?? 0;
  return Array.from({ length: Math.min(most, MAX_K) }, (_, index) => passFigure(counts, index + 1)).flatMap((figure) =>
    figure === null ? [] : [{ k: figure.k, any: figure.passAtK, all: figure.passHatK, examples: figure.examples }],
  );
}

/** Returns the share or the mean that the summary has for a score. */
function loggedFigure(summary: unknown, { id }: ScoreColumn): number | null {
  let place: unknown = summary;
  for (const segment of segmentsOf(id)) {
    if (!isJsonObject(place)) return null;
    place = place[segment];
  }
  if (!isJsonObject(place)) return typeof place === "number" ? place : null;
  const figure = place.true_fraction ?? place.mean;
  return typeof figure === "number" ? figure : null;
}
