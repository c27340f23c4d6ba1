import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { parseTime } from "@/lib/format/time";
import { isGoingOn } from "./job-status";

/** A job as the list shows it. */
export interface JobListRow {
  readonly id: string;
  readonly status: JobStatus;
  readonly modelId: string;
  readonly modelName: string;
  readonly baseModel: string;
  /** The step of its checkpoint; null while there is none, even where the step is known already. */
  readonly step: number | null;
  readonly doneSteps: number;
  readonly totalSteps: number | null;
  readonly startedMs: number | null;
  /** The time of its latest known event. */
  readonly lastMs: number | null;
  readonly problem: string | null;
  /** Null unless it is queued on a service that has priorities. */
  readonly priority: number | null;
  /** 1 for the job that starts next; null unless it is queued. */
  readonly queuePosition: number | null;
  /** The device that it trains or trained on; null where the service names none. */
  readonly device: string | null;
}

/** Failed first, then running, then queued in the order of the queue, then the rest by last event. */
const ORDER: Readonly<Record<JobStatus, number>> = { failed: 0, running: 1, queued: 2, completed: 3, cancelled: 3 };

export function jobRows(records: readonly JobRecord[]): readonly JobListRow[] {
  return records
    .map(jobRow)
    .sort(
      (left, right) =>
        ORDER[left.status] - ORDER[right.status] ||
        (left.queuePosition ?? 0) - (right.queuePosition ?? 0) ||
        (right.lastMs ?? 0) - (left.lastMs ?? 0),
    );
}

function jobRow(record: JobRecord): JobListRow {
  return {
    id: record.id,
    status: record.status,
    modelId: record.model_id,
    modelName: record.model_name,
    baseModel: record.base_model,
    step: record.checkpoint_id === null ? null : record.step,
    doneSteps: record.gradient_step_count,
    totalSteps: record.num_sequences,
    startedMs: parseTime(record.training_start),
    lastMs: parseTime(record.last_event_at) ?? parseTime(record.training_end) ?? parseTime(record.created_at),
    problem: isGoingOn(record.status) ? null : record.error_message,
    priority: record.status === "queued" ? (record.priority ?? null) : null,
    queuePosition: record.queue_position ?? null,
    device: record.device ?? null,
  };
}

/** True while a job in the list is running, so that the list is refreshed. */
export function hasActiveJobs(rows: readonly JobListRow[]): boolean {
  return rows.some(({ status }) => isGoingOn(status));
}
