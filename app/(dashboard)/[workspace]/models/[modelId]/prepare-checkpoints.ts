import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { parseTime } from "@/lib/format/time";

/** A figure of a checkpoint with its changes. */
export interface MetricCell {
  readonly value: number | null;
  /** Change from the previous checkpoint that has the metric. */
  readonly fromPrevious: number | null;
  /** Change from the first checkpoint that has the metric. */
  readonly fromFirst: number | null;
}

export interface CheckpointListRow {
  readonly id: string;
  readonly step: number;
  readonly cells: ReadonlyMap<string, MetricCell>;
  readonly isLatest: boolean;
  readonly savedMs: number | null;
  readonly jobId: string | null;
}

/** All metric names, rewards first. */
export function metricNames(checkpoints: readonly Checkpoint[]): readonly string[] {
  const names = new Set(
    checkpoints.flatMap(({ metrics }) => Object.keys(metrics).filter((name) => isNumber(metrics[name]))),
  );
  const rank = (name: string) => (name === "reward" ? 0 : /(^|\/)reward$/.test(name) ? 1 : 2);
  return [...names].sort((left, right) => rank(left) - rank(right) || left.localeCompare(right));
}

const isNumber = (value: unknown) => typeof plainNumber(value) === "number";

/** Metrics for which less is better: losses, errors, distances. For all others more is better. */
export function isLessBetter(metric: string): boolean {
  return /loss|error|exception|kl|drift|latency|duration/i.test(metric);
}

/** Step of the checkpoint with the best value of a metric; of equals the newest. Null when none has it. */
export function bestStep(checkpoints: readonly Checkpoint[], metric: string | null): number | null {
  if (metric === null) return null;
  const sign = isLessBetter(metric) ? -1 : 1;
  let best: { step: number; value: number } | null = null;
  for (const { step, metrics } of checkpoints) {
    const number = plainNumber(metrics[metric]);
    if (typeof number !== "number" || !Number.isFinite(number)) continue;
    if (best === null || sign * number >= sign * best.value) best = { step, value: number };
  }
  return best?.step ?? null;
}

/**
 * The rows of the table, newest step first.
 *
 * @param checkpoints by rising step
 */
export function checkpointRows(
  checkpoints: readonly Checkpoint[],
  names: readonly string[],
): readonly CheckpointListRow[] {
  const first = new Map<string, number>();
  const previous = new Map<string, number>();
  const latest = checkpoints.at(-1)?.step;
  return checkpoints
    .map((item) => {
      const cells = names.map((name) => {
        const number = plainNumber(item.metrics[name]);
        const value = typeof number === "number" ? number : null;
        const [before, begin] = [previous.get(name), first.get(name)];
        if (value !== null) {
          previous.set(name, value);
          if (begin === undefined) first.set(name, value);
        }
        const change = (from: number | undefined) => (value === null || from === undefined ? null : value - from);
        return [name, { value, fromPrevious: change(before), fromFirst: change(begin) }] as const;
      });
      return {
        id: item.id,
        step: item.step,
        cells: new Map(cells),
        isLatest: item.step === latest,
        savedMs: parseTime(item.created_at),
        jobId: item.training_job_id ?? null,
      };
    })
    .reverse();
}

/** Steps to delete when the newest and the best stay. The untrained checkpoint at step 0 stays too, as the baseline. */
export function stepsToDelete(checkpoints: readonly Checkpoint[], best: number | null): readonly number[] {
  const latest = checkpoints.at(-1)?.step;
  return checkpoints.flatMap(({ step }) => (step === 0 || step === latest || step === best ? [] : [step]));
}
