import { expect, test } from "vitest";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { hasActiveJobs, jobRows } from "./job-list";

const record = (id: string, status: JobRecord["status"], lastEventAt: string | null): JobRecord => ({
  id,
  status,
  last_event_at: lastEventAt,
  created_at: "2026-11-01T00:00:00Z",
  created_by: "ada",
  training_start: null,
  training_end: null,
  error_message: "out of memory",
  trainer: null,
  model_id: "m",
  model_name: "agent",
  project_id: "demo/airline",
  base_model: "base",
  step: 1,
  previous_step: 0,
  checkpoint_id: null,
  batch_id: null,
  experimental_config: null,
  num_sequences: 4,
  gradient_step_count: 2,
});

test("sorts failed jobs first, then running ones, then the rest, each by last event", () => {
  const rows = jobRows([
    record("old", "completed", "2026-11-02T00:00:00Z"),
    record("new", "cancelled", "2026-11-03T00:00:00Z"),
    record("waiting", "queued", null),
    record("running", "running", "2026-11-02T00:00:00Z"),
    record("broken", "failed", "2026-11-01T00:00:00Z"),
  ]);
  expect(rows.map(({ id }) => id)).toEqual(["broken", "running", "waiting", "new", "old"]);
  expect(rows[0]?.problem).toBe("out of memory");
  expect(rows[1]?.problem).toBeNull();
  expect(hasActiveJobs(rows)).toBe(true);
  expect(hasActiveJobs(rows.slice(3))).toBe(false);
});

test("sorts queued jobs by their place in the queue, not by age", () => {
  const queued = (id: string, position: number, createdAt: string) => ({
    ...record(id, "queued", null),
    created_at: createdAt,
    queue_position: position,
    priority: 0,
  });
  const rows = jobRows([
    queued("third", 3, "2026-11-01T00:00:00Z"),
    queued("first", 1, "2026-11-02T00:00:00Z"),
    record("running", "running", "2026-10-01T00:00:00Z"),
    queued("second", 2, "2026-11-03T00:00:00Z"),
  ]);
  expect(rows.map(({ id }) => id)).toEqual(["running", "first", "second", "third"]);
  expect(rows.map(({ priority }) => priority)).toEqual([null, 0, 0, 0]);
});

test("uses the creation time of a job without events", () => {
  expect(jobRows([record("a", "queued", null)])[0]?.lastMs).toBe(Date.UTC(2026, 10, 1));
});

test("has a step only for a checkpoint that exists", () => {
  const rows = jobRows([
    record("broken", "failed", null),
    record("going", "running", null),
    { ...record("done", "completed", null), checkpoint_id: "c" },
  ]);
  expect(rows.map(({ step }) => step)).toEqual([null, null, 1]);
});
