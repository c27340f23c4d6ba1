import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { Axis } from "@/lib/chart/ticks";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import { hasFigures } from "@/lib/evaluation/runs/run-groups";
import { type DifferenceSpread, plannedDifference } from "@/lib/evaluation/statistics/sample-size";
import { isSameValue, valueAxis } from "@/lib/training/metrics/value-axis";

/** Two runs on one table whose differences say what a further one can show. */
export interface EarlierPair {
  readonly newest: EvaluationRun;
  readonly before: EvaluationRun;
}

/** Returns the newest two finished runs on the same rows of a dataset; null where there are none. */
export function earlierPair(runs: readonly EvaluationRun[], datasetName: string): EarlierPair | null {
  const found = runs.filter((run) => run.dataset_name === datasetName && run.dataset_key !== "" && hasFigures(run));
  for (const [index, newest] of found.entries()) {
    const before = found.slice(index + 1).find(({ dataset_key: key }) => key === newest.dataset_key);
    if (before !== undefined) return { newest, before };
  }
  return null;
}

/** A score whose earlier differences are known. */
export interface KnownSpread {
  readonly scoreId: string;
  readonly spread: DifferenceSpread;
}

/** Returns the spread of the first score that has one, yes-or-no scores before numbers; null without one. */
export function knownSpread({ scores, trials_per_example: perExample }: EvaluationFigures): KnownSpread | null {
  const ordered = [...scores].sort((left, right) => Number(right.kind === "boolean") - Number(left.kind === "boolean"));
  for (const { id, change, deviation_within: within } of ordered) {
    if (change === null || change.detectable_difference === null) continue;
    const trials = Math.max(1, perExample.maximum);
    const spread: DifferenceSpread = {
      examples: change.examples,
      trials,
      detectable: change.detectable_difference,
      deviationWithin: trials > 1 ? within : null,
    };
    return { scoreId: id, spread };
  }
  return null;
}

/** The smallest detectable difference by the number of trials. */
export interface DetectableCurve {
  readonly points: readonly { readonly trials: number; readonly difference: number }[];
  /** The point of the form's settings. */
  readonly planned: { readonly trials: number; readonly difference: number };
  readonly x: Axis;
  readonly y: Axis;
}

const MIN_LAST_TRIALS = 12;
/** Room below the curve for the note, as a share of its height. */
const NOTE_ROOM = 0.35;
const TICKS = [1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 100];

/** Returns the curve for some rows, at least up to twelve trials. */
export function prepareDetectable(spread: DifferenceSpread, rows: number, trials: number): DetectableCurve {
  const last = Math.max(MIN_LAST_TRIALS, trials);
  const at = (count: number) => ({ trials: count, difference: plannedDifference(spread, rows, count) });
  const points = Array.from({ length: last }, (_, index) => at(index + 1));
  const differences = points.map(({ difference }) => difference);
  const [low, high] = [Math.min(...differences), Math.max(...differences)];
  return {
    points,
    planned: at(trials),
    x: {
      domain: [1, last],
      ticks: TICKS.filter((value) => value <= last).map((value) => ({
        value,
        label: value === 1 ? "1 trial" : String(value),
      })),
    },
    y: valueAxis(low - NOTE_ROOM * (high - low), high, plainDifference),
  };
}

/**
 * Returns what would lower the smallest difference, in a few words. Twice the rows divide it by √2, twice the trials by as
 * much only where nothing but trials varies.
 */
export function spreadNote(spread: DifferenceSpread): string {
  if (spread.deviationWithin === null) return "earlier runs had one trial: more may help";
  return isSameValue(plannedDifference(spread, 1, 2), plannedDifference(spread, 2, 1))
    ? "more trials help as much as more rows"
    : "more rows help more than more trials";
}

/** A difference without its sign: `.062`. */
export const plainDifference = (value: number): string => formatDifference(value).replace("+", "");
