// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { RunRows } from "./run-rows";

afterEach(cleanup);

const run = {
  settings: { scorers: [{ name: "right" }] },
  models: [{ label: "agent", call_id: "m" }],
  rows: 2,
  trials: 1,
  errors: 1,
  rows_complete: 2,
  row_marks: [
    { position: 1, row: 6, text: "Where is my bag?", marks: ["9"], done: 1 },
    // From a service that does not know the row of the table.
    { position: 0, text: "Move my flight.", marks: ["e"], done: 1 },
  ],
  first_errors: [
    { model_index: 0, position: 1, row: 6, trial: 0, call_id: "c", ended_at: "", error: "TimeoutError", value: null },
  ],
} as unknown as EvaluationRunDetail;

const block = { index: 0, isFollowing: true, show: () => undefined };

const draw = (view: "live" | "errors") =>
  render(
    <RunRows
      run={run}
      slug="airline"
      block={block}
      scorer={null}
      onScorer={() => undefined}
      view={view}
      onView={() => undefined}
    />,
  );

it("numbers rows from 0, as the table has them", () => {
  draw("live");
  const numbers = screen.getAllByRole("row").map((row) => row.querySelector("td")?.textContent);
  expect(numbers).toEqual([undefined, "6", "0"]);
  cleanup();
  draw("errors");
  expect(screen.getByRole("listitem").textContent).toContain("agent, row 6, trial 1");
});
