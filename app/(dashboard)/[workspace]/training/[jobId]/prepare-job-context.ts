import type { EventExtras } from "@/app/(dashboard)/[workspace]/training/[jobId]/events/prepare-event-rows";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { parseTime } from "@/lib/format/time";
import type { NotableStep } from "@/lib/training/metrics/notable-steps";
import { type Batch, sourceKey } from "@/lib/training/trajectories/trajectory-batch";

/**
 * Returns the mean reward of the base model: that of the first rollouts on which the model was trained, if no
 * checkpoint was trained before. Null for the job of these rollouts, which needs no comparison with itself.
 *
 * @param batches oldest first
 */
export function baseReward(batches: readonly Batch[], ownId: string | null): number | null {
  const first = batches.find((batch) => sourceKey(batch) === "job");
  if (!first || first.id === ownId || (first.step ?? 0) > 0) return null;
  return first.metrics.reward ?? null;
}

/** Returns the rows that are listed between the events of a job. */
export function eventExtras(record: JobRecord | null, dataText: string, notable: readonly NotableStep[]): EventExtras {
  return {
    created: record === null ? null : { timeMs: parseTime(record.created_at), text: dataText },
    // Spikes are shown in the charts and the strip only; a crossed limit is also listed among the events.
    notable: notable.filter(({ kind }) => kind !== "spike"),
    checkpointStep: record?.checkpoint_id ? record.step : null,
  };
}
