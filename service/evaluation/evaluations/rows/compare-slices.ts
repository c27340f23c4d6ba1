import type { ComparedSliceScore, SliceComparison } from "@/lib/api/contract/evaluations/slice-comparison";
import { holmAdjusted } from "@/lib/evaluation/statistics/paired-tests";
import { compareSlices } from "@/lib/evaluation/statistics/slice-difference";
import { type CountingRule, exampleScores } from "@/service/evaluation/evaluations/example-values";
import { computedOnce } from "@/service/evaluation/evaluations/known-figures";
import type { LoadedRun } from "@/service/evaluation/evaluations/known-trials";
import type { RunTrials, ScoreColumn } from "@/service/evaluation/evaluations/run-trials";
import { scoreFigures } from "@/service/evaluation/evaluations/score-figures";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { restrictTrials } from "./counted-runs";

/** The digests of the rows of two slices. */
export type SliceRows = readonly [first: ReadonlySet<string>, second: ReadonlySet<string>];

/** Returns each score of runs over two slices that share no row, and the differences with their p corrected together. */
export async function compareRunSlices(
  runs: readonly LoadedRun[],
  [first, second]: SliceRows,
  rule: CountingRule,
): Promise<SliceComparison["runs"]> {
  const yielder = new EventLoopYielder();
  const compared: SliceComparison["runs"] = [];
  for (const { root, trials } of runs) {
    const sides = [restrictTrials(trials, first), restrictTrials(trials, second)] as const;
    const scores: ComparedSliceScore[] = [];
    for (const column of trials.columns) {
      if (column.kind !== "text") scores.push(comparedScore(sides, { ...column, kind: column.kind }, rule));
      await yielder.yieldToEventLoop();
    }
    compared.push({ run_id: root.id, scores });
  }
  return corrected(compared);
}

type Sides = readonly [RunTrials, RunTrials];
type CountedColumn = ScoreColumn & { readonly kind: ComparedSliceScore["kind"] };

function comparedScore(sides: Sides, column: CountedColumn, rule: CountingRule): ComparedSliceScore {
  const slices = sides.map((side) => {
    const { mean, interval, interval_method, example_count: examples } = scoreFigures(side, column, rule);
    return { rows: side.byExample.size, examples, mean, interval, interval_method };
  });
  return { id: column.id, kind: column.kind, slices, change: { ...changeOf(sides, column, rule), holm_p: null } };
}

function changeOf([first, second]: Sides, column: CountedColumn, rule: CountingRule) {
  const measured = (side: RunTrials) => ({
    values: [...exampleScores(side, column, rule).values()].map(({ value }) => value),
    interval: scoreFigures(side, column, rule).interval,
  });
  return computedOnce(second, first, `slices ${rule.errorsAsFailures} ${column.id}`, () => {
    const { detectableDifference, ...same } = compareSlices(measured(first), measured(second));
    return { ...same, detectable_difference: detectableDifference };
  });
}

/** One in twenty differences is "significant" by chance: all that are shown together are corrected together. */
function corrected(runs: SliceComparison["runs"]): SliceComparison["runs"] {
  const ps = runs.flatMap(({ scores }) => scores.flatMap(({ change }) => change.p ?? []));
  const adjusted = holmAdjusted(ps).values();
  return runs.map((run) => ({
    ...run,
    scores: run.scores.map((score) => ({
      ...score,
      change: { ...score.change, holm_p: score.change.p === null ? null : (adjusted.next().value ?? 1) },
    })),
  }));
}
