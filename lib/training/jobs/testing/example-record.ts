import type { JobRecord } from "@/lib/api/contract/training/training-jobs";

/** A finished job that was trained on the batch `b1`. */
export const exampleRecord: JobRecord = {
  id: "job",
  status: "completed",
  training_start: null,
  training_end: null,
  error_message: null,
  model_id: "m",
  model_name: "agent",
  project_id: "demo/airline",
  base_model: "tiny",
  created_by: "ada",
  created_at: "2026-11-20T00:00:00Z",
  trainer: null,
  step: 2,
  previous_step: 1,
  checkpoint_id: null,
  batch_id: "b1",
  num_sequences: 1,
  gradient_step_count: 1,
  last_event_at: null,
  experimental_config: null,
};
