import { expect, test } from "vitest";
import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { EventLog } from "@/lib/training/events/event-log";
import { jobProgress } from "@/lib/training/jobs/job-progress";
import { jobFacts } from "./prepare-job-facts";

const record = (status: JobStatus, checkpointId: string | null): JobRecord => ({
  id: "job",
  status,
  step: 3,
  previous_step: 2,
  checkpoint_id: checkpointId,
  error_message: null,
  model_id: "m",
  model_name: "agent",
  project_id: "demo/airline",
  base_model: "base",
  created_by: "ada",
  created_at: "2026-11-20T14:30:00Z",
  training_start: null,
  training_end: null,
  last_event_at: null,
  trainer: null,
  batch_id: null,
  num_sequences: 8,
  gradient_step_count: 0,
  experimental_config: null,
});

const checkpointOf = (status: JobStatus, checkpointId: string | null) =>
  jobFacts({ record: record(status, checkpointId), progress: jobProgress(new EventLog(), 0), nowMs: 0 }).find(
    ({ label }) => label === "Checkpoint",
  )?.value;

test("a job has a checkpoint while running and when finished, never when failed or cancelled", () => {
  expect(checkpointOf("running", null)).toBe("step 3 from step 2");
  expect(checkpointOf("completed", "c")).toBe("step 3 from step 2");
  expect(checkpointOf("failed", null)).toBe("–");
  expect(checkpointOf("cancelled", null)).toBe("–");
});

test("a job reported only through events has no facts from its record", () => {
  const labels = jobFacts({ record: null, progress: jobProgress(new EventLog(), 0), nowMs: 0 }).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(["Gradient step", "Started", "Elapsed", "ETA", "Per step"]);
});
