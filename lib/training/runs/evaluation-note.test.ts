import { expect, test } from "vitest";
import { evaluationNote } from "./evaluation-note";
import { exampleIteration } from "./testing/example-iteration";

const evaluated = (part: "held_out" | "all" | null, count: number | null) => ({
  ...exampleIteration(1),
  evaluation: {
    ...{ state: "finished", score: "exact", mean: 0.5, low: null, high: null, run_id: "r", call_id: null },
    ...{ part, example_count: count },
  },
});

test.each([
  [[evaluated("held_out", 16), evaluated("held_out", 16)], "over 16 held-out rows"],
  [[evaluated("held_out", 16), evaluated("held_out", 15)], "over held-out rows"],
  [[evaluated("all", 32), exampleIteration(2)], "over 32 rows"],
  [[evaluated("all", 32), evaluated("held_out", 16)], null],
  [[evaluated(null, null)], null],
  [[], null],
])("says which rows evaluation scores are over (%#)", (iterations, note) => {
  expect(evaluationNote({ iterations })).toBe(note);
});
