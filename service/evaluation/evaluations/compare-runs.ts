import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import { type PairedComparison, winShare } from "@/lib/evaluation/statistics/paired-comparison";
import { holmAdjusted } from "@/lib/evaluation/statistics/paired-tests";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { type AlignedExample, sharedBetween } from "./aligned-examples";
import { compareByDigest, compareScore, wireComparison } from "./compare-scores";
import type { CountingRule } from "./example-values";
import type { LoadedRun } from "./known-trials";
import type { ScoreColumn } from "./run-trials";
import { scoreFigures } from "./score-figures";

/** Below this share of the larger run, the examples that meet may not stand for all. */
const MIN_SHARED_SHARE = 0.8;

/** The examples of runs that meet, and whether it is their digests that are equal. */
export interface Alignment {
  readonly examples: readonly AlignedExample[];
  readonly isByDigest: boolean;
}

/** Compares runs with the first one, on the examples that each shares with it. */
export async function compareRuns(
  runs: readonly LoadedRun[],
  { examples, isByDigest }: Alignment,
  rule: CountingRule,
): Promise<EvaluationCompareResult> {
  const sharedByAll = examples.filter(({ digests }) => digests.every((digest) => digest !== null));
  const [baseline] = runs;
  const yielder = new EventLoopYielder();
  const compared: { readonly run: LoadedRun; readonly scores: readonly ComparedScore[]; readonly paired: number }[] =
    [];
  for (const [index, run] of runs.entries()) {
    const shared = sharedBetween(examples, index, 0);
    const scores: ComparedScore[] = [];
    for (const column of run.trials.columns) {
      const comparison =
        index === 0 || baseline === undefined
          ? null
          : isByDigest
            ? compareByDigest(run.trials, baseline.trials, column, rule)
            : compareScore(run.trials, baseline.trials, column, shared, rule);
      scores.push({ column, comparison, ...ownFigures(run, column, rule) });
      await yielder.yieldToEventLoop();
    }
    compared.push({ run, scores, paired: shared.length });
  }
  const holm = correctedPs(compared.flatMap(({ scores }) => scores));
  return {
    shared_count: sharedByAll.length,
    example_counts: runs.map(({ trials }) => trials.byExample.size),
    runs: compared.map(({ run, scores, paired }) => ({
      run_id: run.root.id,
      paired_count: paired,
      scores: scores.map((score) => wireScore(score, holm.get(score) ?? null)),
    })),
    warnings: warningsOf(runs, sharedByAll.length),
  };
}

interface ComparedScore {
  readonly column: ScoreColumn;
  readonly comparison: PairedComparison | null;
  readonly mean: number | null;
  readonly interval: Interval | null;
  readonly passAt: ReturnType<typeof scoreFigures>["pass_at"];
  readonly exampleCount: number;
}

/** The figures of a run as its page has them: only the difference is over shared examples. */
function ownFigures({ trials }: LoadedRun, column: ScoreColumn, rule: CountingRule) {
  const { mean, interval, pass_at: passAt, example_count: exampleCount } = scoreFigures(trials, column, rule);
  return { mean, interval, passAt, exampleCount };
}

/** One in twenty differences is "significant" by chance: all tests of the page are corrected together. */
function correctedPs(scores: readonly ComparedScore[]): ReadonlyMap<ComparedScore, number> {
  const tested = scores.filter(({ comparison }) => typeof comparison?.p === "number");
  const adjusted = holmAdjusted(tested.map(({ comparison }) => comparison?.p ?? 1));
  return new Map(tested.map((score, index) => [score, adjusted[index] ?? 1]));
}

function wireScore({ column, comparison, mean, interval, passAt, exampleCount }: ComparedScore, holmP: number | null) {
  const wire = wireComparison(comparison);
  return {
    id: column.id,
    mean,
    interval,
    example_count: exampleCount,
    comparison: wire && comparison && { ...wire, holm_p: holmP, win_share: winShare(comparison) },
    pass_at: passAt,
  };
}

/** What makes the comparison doubtful, in sentences. */
function warningsOf(runs: readonly LoadedRun[], sharedCount: number): string[] {
  const differing = (of: (run: LoadedRun) => string | number | null) => new Set(runs.map(of)).size > 1;
  const largest = runs.reduce((most, { trials }) => Math.max(most, trials.byExample.size), 0);
  const unfinished = runs.filter(({ run }) => run.state === "running" || run.state === "lost");
  return [
    ...(differing(({ run }) => run.dataset_key) ? ["The runs used different datasets or dataset versions."] : []),
    ...(differing(({ run }) => [...run.scorer_refs].sort().join(" "))
      ? ["The runs used different scorers or scorer versions."]
      : []),
    ...(differing(({ run }) => run.trials) ? ["The runs have different numbers of trials per example."] : []),
    ...(sharedCount < MIN_SHARED_SHARE * largest
      ? [`Only ${sharedCount} of ${largest} examples are in all runs.`]
      : []),
    ...(unfinished.length > 0 ? [`Not finished: ${unfinished.map(({ run }) => run.name).join(", ")}.`] : []),
  ];
}
