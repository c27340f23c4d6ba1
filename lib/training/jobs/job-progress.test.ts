import { describe, expect, test } from "vitest";
import { logOf } from "@/lib/training/events/testing/log-of";
import type { TrainingEvent } from "@/lib/training/events/training-event";
import { jobProgress as progressOf, statusFromEvents } from "./job-progress";

const event = (type: string, timeMs: number | null, data: Record<string, unknown> = {}) => ({
  id: `${type} ${timeMs}`,
  type,
  timeMs,
  data,
});
const jobProgress = (events: readonly TrainingEvent[], nowMs: number) => progressOf(logOf(events), nowMs);
const started = event("training_started", 0, { num_sequences: 10 });
const step = (timeMs: number | null) => event("gradient_step", timeMs);

describe("progress of a job", () => {
  test("estimates its end once two steps are done", () => {
    expect(jobProgress([started, step(10_000)], 10_000)).toMatchObject({ doneSteps: 1, totalSteps: 10, etaMs: null });
    const progress = jobProgress([started, step(10_000), step(20_000), step(30_000)], 31_000);
    expect(progress).toMatchObject({ doneSteps: 3, stepMs: 10_000, etaMs: 70_000, silentMs: null });
  });

  test("measures the last twenty steps, not earlier ones", () => {
    const slow = [step(0), step(1_000_000)];
    const quick = Array.from({ length: 21 }, (_, index) => step(2_000_000 + index * 1000));
    expect(jobProgress([started, ...slow, ...quick], 2_020_000).stepMs).toBe(1000);
  });

  test("reports silence after three step durations, and never for a finished job", () => {
    const events = [started, step(10_000), step(20_000)];
    expect(jobProgress(events, 50_000).silentMs).toBeNull();
    expect(jobProgress(events, 50_001).silentMs).toBe(30_001);
    expect(jobProgress([...events, event("training_ended", 30_000)], 99_000)).toMatchObject({
      silentMs: null,
      etaMs: null,
      endedMs: 30_000,
    });
  });

  test("has no estimates where the service reports no times", () => {
    expect(jobProgress([started, step(null), step(null)], 5)).toMatchObject({ stepMs: null, etaMs: null });
    expect(jobProgress([], 5)).toMatchObject({ doneSteps: 0, totalSteps: null, startedMs: null, silentMs: null });
  });

  test("derives a status where the service reports none", () => {
    expect(statusFromEvents([])).toBe("queued");
    expect(statusFromEvents([started, step(1)])).toBe("running");
    expect(statusFromEvents([started, event("training_failed", 1)])).toBe("failed");
    expect(statusFromEvents([started, event("training_ended", 1)])).toBe("completed");
  });
});
