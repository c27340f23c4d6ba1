import { describe, expect, test } from "vitest";
import { logOf } from "@/lib/training/events/testing/log-of";
import { notableSteps } from "@/lib/training/metrics/notable-steps";
import { eventLanes } from "./prepare-event-lanes";
import { allRows, condensedRows, type EventRows } from "./prepare-event-rows";

const event = (id: string, type: string, data: Record<string, unknown> = {}, timeMs: number | null = null) => ({
  id,
  type,
  data,
  timeMs,
});
const events = [
  event("1", "training_started", { num_sequences: 3 }, 0),
  event("2", "gradient_step", { loss: 0, reward: 0.25 }, 10),
  event("3", "gradient_step", { loss: 0.5, reward: 0.25 }, 20),
  event("4", "evaluation", { score: 3, note: "fine" }, 30),
  event("5", "gradient_step", { loss: 0.25 }, 40),
  event("6", "training_failed", { error_message: "out of memory" }, 100),
];

const listed = (rows: EventRows) => Array.from({ length: rows.count }, (_, index) => rows.at(index));

describe("events of a job", () => {
  test("are listed one by one, unknown types under their own name with their fields", () => {
    expect(listed(allRows(logOf(events))).map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "Started: 3 gradient steps planned",
      "Gradient step 1: loss 0, reward 0.250",
      "Gradient step 2: loss 0.500, reward 0.250",
      "evaluation: score 3, note fine",
      "Gradient step 3: loss 0.250",
      "Failed: out of memory",
    ]);
  });

  test("are condensed by runs, with the changed figures", () => {
    expect(listed(condensedRows(logOf(events))).map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "Started: 3 gradient steps planned",
      "2 gradient steps, 1 to 2: reward 0.250, loss 0 to 0.500",
      "evaluation: score 3, note fine",
      "Gradient step 3: loss 0.250",
      "Failed: out of memory",
    ]);
  });

  test("end a run at a notable step, and include the job's creation and checkpoint", () => {
    const steps = Array.from({ length: 6 }, (_, index) =>
      event(`s${index}`, "gradient_step", { grad_norm: index === 2 ? 4 : 1, reward: index / 10 }, 1000 * (index + 1)),
    );
    const log = logOf([event("start", "training_started", {}, 0), ...steps, event("end", "training_ended", {}, 7000)]);
    const notable = notableSteps(log.metrics, ["grad_norm"], { kl: null, gradientNorm: 2 });
    const created = { timeMs: -500, text: "2 groups × 4" };
    const rows = listed(condensedRows(log, { created, notable, checkpointStep: 5 }));
    expect(rows.map(({ kind, title, durationMs }) => [kind, title, durationMs])).toEqual([
      ["created", "Job created", null],
      ["started", "Started", null],
      ["step", "3 gradient steps, 1 to 3", 3000],
      ["warning", "Gradient clipped", null],
      ["step", "3 gradient steps, 4 to 6", 3000],
      ["checkpoint", "Checkpoint 5", null],
      ["ended", "Finished", null],
    ]);
    expect(rows[2]?.line).toEqual([0, 0.1, 0.2]);
    expect(rows[3]?.text).toBe("step 3, 4 over 2, back at step 4");
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  test("list a notable step at the end of a running job, and no checkpoint before the job has ended", () => {
    const log = logOf([
      event("a", "gradient_step", { grad_norm: 1 }, 1),
      event("b", "gradient_step", { grad_norm: 4 }, 2),
    ]);
    const notable = notableSteps(log.metrics, ["grad_norm"], { kl: null, gradientNorm: 2 });
    const rows = listed(condensedRows(log, { created: null, notable, checkpointStep: 5 }));
    expect(rows.map(({ title }) => title)).toEqual(["2 gradient steps, 1 to 2", "Gradient clipped"]);
  });

  test("have a lane for each type, without losing any, by time", () => {
    const lanes = eventLanes(logOf(events), 10);
    expect(lanes.map(({ type, count }) => [type, count])).toEqual([
      ["training_started", 1],
      ["gradient_step", 3],
      ["evaluation", 1],
      ["training_failed", 1],
    ]);
    expect(lanes[1]?.cells).toEqual([0, 1, 1, 0, 1, 0, 0, 0, 0, 0]);
    expect(lanes[3]?.cells.at(-1)).toBe(1);
  });

  test("have lanes by order when an event has no time", () => {
    const [, steps] = eventLanes(logOf([event("1", "a"), event("2", "b"), event("3", "b")]), 3);
    expect(steps?.cells).toEqual([0, 1, 1]);
  });
});
