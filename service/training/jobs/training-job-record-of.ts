import type { ResultOf } from "@/lib/api/contract/operations";
import { forkOf } from "@/service/training/models/model-record-of";
import { projectOf } from "@/service/training/models/trained-models";
import type { JobOverview } from "./jobs";

/** A job with its wire names. */
export function trainingJobRecordOf(job: JobOverview): ResultOf<"trainingJobs.read"> {
  return {
    id: job.id,
    status: job.status,
    training_start: job.started_at,
    training_end: job.ended_at,
    error_message: job.error_message,
    model_id: job.model_id,
    model_name: job.model_name,
    project_id: projectOf(job),
    base_model: job.base_model,
    created_at: job.created_at,
    created_by: job.created_by,
    trainer: job.trainer,
    device: job.device,
    priority: job.priority,
    queue_position: job.status === "queued" ? Number(job.queue_position) : null,
    step: job.step,
    previous_step: job.previous_step,
    forked_from: job.previous_step === 0 ? forkOf(job) : null,
    checkpoint_id: job.status === "completed" ? job.checkpoint_id : null,
    batch_id: job.live_batch_id,
    num_sequences: job.num_sequences,
    gradient_step_count: job.gradient_step_count,
    last_event_at: job.last_event_at,
    experimental_config: job.config === null ? null : JSON.parse(job.config),
  };
}
