import { describe, expect, test } from "vitest";
import { logOf } from "@/lib/training/events/testing/log-of";
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
      "Started: num_sequences 3",
      "Gradient step 1: loss 0, reward 0.250",
      "Gradient step 2: loss 0.500, reward 0.250",
      "evaluation: score 3, note fine",
      "Gradient step 3: loss 0.250",
      "Failed: out of memory",
    ]);
  });

  test("are condensed by runs, with the changed figures", () => {
    expect(listed(condensedRows(logOf(events))).map(({ title, text }) => `${title}: ${text}`)).toEqual([
      "Started: num_sequences 3",
      "2 gradient steps, 1 to 2: reward 0.250, loss 0 to 0.500",
      "evaluation: score 3, note fine",
      "Gradient step 3: loss 0.250",
      "Failed: out of memory",
    ]);
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
