import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import { sourceKey } from "@/lib/training/trajectories/trajectory-batch";

/** The purpose of a batch: training, or the log of a split. */
export interface BatchSource {
  readonly key: string;
  readonly label: string;
  readonly count: number;
}

/** Training batches first, then logs by split. */
export function batchSources(batches: readonly Batch[]): readonly BatchSource[] {
  const sources = new Map<string, BatchSource>();
  for (const batch of batches) {
    const key = sourceKey(batch);
    const label = batch.kind === "job" ? "Sent for training" : `Logged as ${batch.split ?? "no split"}`;
    sources.set(key, { key, label, count: (sources.get(key)?.count ?? 0) + 1 });
  }
  return [...sources.values()].toSorted((left, right) => Number(right.key === "job") - Number(left.key === "job"));
}

/** Returns the steps of the strip: batches with the same purpose as the shown one, in order of arrival. */
export interface StepList {
  readonly batches: readonly Batch[];
  /** Index of the shown batch among them; −1 when it is not there. */
  readonly at: number;
}

export function stepList(batches: readonly Batch[], shown: Batch | null): StepList {
  if (shown === null) return { batches: [], at: -1 };
  const key = sourceKey(shown);
  const same = batches.filter((batch) => sourceKey(batch) === key);
  return { batches: same, at: same.findIndex(({ id }) => id === shown.id) };
}

/** Returns the last batch of another source before the shown one, else its first: the nearest to compare with. */
export function nearestOf(batches: readonly Batch[], shown: Batch, key: string): Batch | null {
  const others = batches.filter((batch) => sourceKey(batch) === key);
  const after = others.findIndex(({ created_at }) => created_at > shown.created_at);
  if (after < 0) return others.at(-1) ?? null;
  return others[Math.max(0, after - 1)] ?? null;
}

export interface StepMark {
  /** Range of batch indexes of the mark: from (inclusive), to (exclusive). */
  readonly from: number;
  readonly to: number;
  /** 1 to 7; null where no reward is known. */
  readonly shade: number | null;
  readonly hasExceptions: boolean;
}

const MAX_STEP_MARKS = 160;

/** Returns the mean reward of a batch, or null. */
export function batchRewardOf({ metrics }: Batch): number | null {
  return metrics.reward ?? null;
}

/**
 * Returns a mark for each step, or for a run of steps, colored deeper the higher its mean reward is among those shown.
 */
export function stepMarks(batches: readonly Batch[]): readonly StepMark[] {
  const count = Math.min(MAX_STEP_MARKS, batches.length);
  const runs = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * batches.length) / count);
    const to = Math.floor(((index + 1) * batches.length) / count);
    const inside = batches.slice(from, to);
    const rewards = inside.flatMap((batch) => batchRewardOf(batch) ?? []);
    const mean = rewards.length === 0 ? null : rewards.reduce((sum, value) => sum + value, 0) / rewards.length;
    return { from, to, mean, hasExceptions: inside.some(({ exception_count }) => exception_count > 0) };
  });
  const known = runs.flatMap(({ mean }) => mean ?? []);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return runs.map(({ from, to, mean, hasExceptions }) => ({
    from,
    to,
    hasExceptions,
    shade: mean === null ? null : high === low ? 5 : 1 + Math.round(((mean - low) / (high - low)) * 6),
  }));
}

/** The name of a batch in the strip: its step, or its position if steps do not distinguish batches. */
export interface BatchName {
  readonly noun: "step" | "batch";
  /** Null for a batch that arrived before the first checkpoint. */
  readonly number: number | null;
}

/**
 * Returns the names of batches. If jobs were sent at the same time, all arrived at the same step, and the batches are
 * counted in order instead.
 */
export function batchNames(batches: readonly Pick<Batch, "step">[]): readonly BatchName[] {
  const steps = batches.map(({ step }) => step);
  const isTelling = new Set(steps).size === steps.length;
  return steps.map((step, index) =>
    isTelling ? { noun: "step", number: step } : { noun: "batch", number: index + 1 },
  );
}

/** Describes a batch by its name and position: `step 1, 2 of 2`, `batch 2 of 12`. */
export function batchNameText({ noun, number }: BatchName, index: number, count: number): string {
  if (noun === "batch") return `batch ${index + 1} of ${count}`;
  return `${number === null ? "no step" : `step ${number}`}, ${index + 1} of ${count}`;
}
