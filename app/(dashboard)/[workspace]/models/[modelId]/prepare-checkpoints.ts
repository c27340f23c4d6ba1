import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { parseTime } from "@/lib/format/time";

/** A figure of a checkpoint beside those before it. */
export interface MetricCell {
  readonly value: number | null;
  /** Change from the checkpoint before that has it. */
  readonly fromPrevious: number | null;
  /** Change from the first checkpoint that has it. */
  readonly fromFirst: number | null;
}

export interface CheckpointListRow {
  readonly id: string;
  readonly step: number;
  readonly cells: ReadonlyMap<string, MetricCell>;
  readonly isLatest: boolean;
  readonly isBest: boolean;
  readonly savedMs: number | null;
  readonly jobId: string | null;
}

/** Every name of a number in the metrics, the rewards first. */
export function metricNames(checkpoints: readonly Checkpoint[]): readonly string[] {
  const names = new Set(
    checkpoints.flatMap(({ metrics }) => Object.keys(metrics).filter((name) => isNumber(metrics[name]))),
  );
  const rank = (name: string) => (name === "reward" ? 0 : /(^|\/)reward$/.test(name) ? 1 : 2);
  return [...names].sort((left, right) => rank(left) - rank(right) || left.localeCompare(right));
}

const isNumber = (value: unknown) => typeof plainNumber(value) === "number";

/** Less of it is better: losses, errors, distances. Of all others more is. */
export function isLessBetter(metric: string): boolean {
  return /loss|error|exception|kl|drift|latency|duration/i.test(metric);
}

/** Step of the best checkpoint by a metric; of equals the newest. Null where none has it. */
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
 * The rows of the table, the newest step first.
 *
 * @param checkpoints by rising step
 */
export function checkpointRows(
  checkpoints: readonly Checkpoint[],
  names: readonly string[],
  best: number | null,
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
        isBest: item.step === best,
        savedMs: parseTime(item.created_at),
        jobId: item.training_job_id ?? null,
      };
    })
    .reverse();
}

/** Steps that go when the latest and the best stay. The untrained one at step 0 stays too: all is held against it. */
export function stepsToDelete(checkpoints: readonly Checkpoint[], best: number | null): readonly number[] {
  const latest = checkpoints.at(-1)?.step;
  return checkpoints.flatMap(({ step }) => (step === 0 || step === latest || step === best ? [] : [step]));
}
