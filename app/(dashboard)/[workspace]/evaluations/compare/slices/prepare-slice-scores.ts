import type { ComparedSliceScore, SliceComparison } from "@/lib/api/contract/evaluations/slice-comparison";

/** A score of all runs over two slices, with the axes that its bars share. */
interface SliceScore {
  readonly id: string;
  readonly byRun: ReadonlyMap<string, ComparedSliceScore>;
  /** The axis of means: from 0 to 1 where all ends are there. */
  readonly domain: { readonly low: number; readonly high: number };
  /** Half the width of the axis of differences. */
  readonly reach: number;
}

const MIN_REACH = 0.01;

/** Returns the scores of compared slices, the chosen one first. */
export function prepareSliceScores({ runs }: SliceComparison, chosenId: string): readonly SliceScore[] {
  const ids = [...new Set(runs.flatMap(({ scores }) => scores.map(({ id }) => id)))];
  const ordered = [...ids.filter((id) => id === chosenId), ...ids.filter((id) => id !== chosenId)];
  return ordered.map((id) => {
    const byRun = new Map(
      runs.flatMap(({ run_id: runId, scores }) => {
        const own = scores.find((score) => score.id === id);
        return own === undefined ? [] : [[runId, own] as const];
      }),
    );
    const found = [...byRun.values()];
    const ends = found.flatMap(({ slices }) => slices.flatMap(({ mean, interval }) => endsOf(mean, interval)));
    const changes = found.flatMap(({ change }) => endsOf(change.difference, change.interval));
    return {
      id,
      byRun,
      domain: { low: Math.min(0, ...ends), high: Math.max(1, ...ends) },
      reach: Math.max(MIN_REACH, ...changes.map(Math.abs)),
    };
  });
}

const endsOf = (value: number | null, interval: { low: number; high: number } | null): number[] =>
  value === null ? [] : [value, ...(interval === null ? [] : [interval.low, interval.high])];
