import { expect, test } from "vitest";
import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { EventLog } from "@/lib/training/events/event-log";
import { jobProgress } from "@/lib/training/jobs/job-progress";
import { MetricTable } from "@/lib/training/metrics/metric-table";
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

test("a job that waits has its place in the queue, and one that trains its device", () => {
  const facts = (change: Partial<JobRecord>) =>
    jobFacts({ record: { ...record("queued", null), ...change }, progress: jobProgress(new EventLog(), 0), nowMs: 0 });
  const textOf = (change: Partial<JobRecord>, name: string) => facts(change).find(({ label }) => label === name)?.value;
  expect(textOf({ queue_position: 1 }, "Queue")).toBe("next");
  expect(textOf({ queue_position: 3 }, "Queue")).toBe("number 3");
  expect(textOf({ status: "running", queue_position: null, device: "0" }, "Device")).toBe("0");
  expect(textOf({ status: "running", queue_position: null, device: null }, "Device")).toBeUndefined();
});

test("a job reported only through events has no facts from its record", () => {
  const labels = jobFacts({ record: null, progress: jobProgress(new EventLog(), 0), nowMs: 0 }).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(["Gradient step", "Started", "Elapsed", "ETA", "Per step"]);
});

test("data, tokens and the learning rate are facts of a job", () => {
  const log = new EventLog();
  const table = new MetricTable();
  for (const [step, tokens] of [1200, 800].entries()) {
    const row = table.addRow(step + 1, step);
    table.seriesFor("num_trainable_tokens").push(row, tokens);
    table.seriesFor("learning_rate").push(row, 5e-6);
  }
  const given = { ...record("running", null), experimental_config: { learning_rate: 0.00001, seed: 7 } };
  const input = { progress: jobProgress(log, 0), nowMs: 0, table };
  const even = { group_count: 50, trajectory_count: 200, exception_count: 0 };
  const valuesOf = (facts: readonly { label: string; value: string }[]) =>
    Object.fromEntries(facts.map(({ label, value }) => [label, value]));
  const facts = valuesOf(jobFacts({ ...input, record: given, data: even }));
  expect(facts).toMatchObject({ Data: "50 groups × 4", Tokens: "2.0k", "Learning rate": "1.0e-5", seed: "7" });
  expect(facts).not.toHaveProperty("learning_rate");
  const uneven = valuesOf(jobFacts({ ...input, record: null, data: { ...even, trajectory_count: 199 } }));
  expect(uneven).toMatchObject({ Data: "50 groups, 199 trajectories", "Learning rate": "5.0e-6" });
});
