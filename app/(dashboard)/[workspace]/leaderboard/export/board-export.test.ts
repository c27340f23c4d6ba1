import { expect, it } from "vitest";
import { boardCsv } from "./board-export";

const score = {
  evaluation: "tasks",
  score: "exact",
  run_id: "r1",
  value: 0.7,
  low: 0.6,
  high: 0.8,
  is_best: true,
  rows: 16,
  rows_counted: "held_out" as const,
};
const model = {
  rank_first: 1,
  rank_last: 3,
  model: "=gpt",
  mean: { value: 0.5, low: null, high: null },
  scores: [score, { ...score, score: "cited", run_id: null, value: null, low: null, high: null, rows: null }],
  trial_cost_usd: 0.0027,
  latency_p50_ms: null,
};

it("writes ranks, means and intervals as CSV, with empty cells where a value is not known", () => {
  const lines = boardCsv([model]).split("\r\n");
  expect(lines[0]).toBe(
    "\ufeffrank_first,rank_last,model,mean,mean low,mean high,tasks exact,tasks exact low,tasks exact high,tasks exact held_out rows,tasks cited,tasks cited low,tasks cited high,tasks cited held_out rows,trial_cost_usd,latency_p50_ms",
  );
  // A name that a spreadsheet would run as a formula is text.
  expect(lines[1]).toBe("1,3,'=gpt,0.5,,,0.7,0.6,0.8,16,,,,,0.0027,");
});

it("has no column of means where the scores cannot be averaged", () => {
  expect(boardCsv([{ ...model, mean: null }]).split("\r\n")[1]).toBe("1,3,'=gpt,0.7,0.6,0.8,16,,,,,0.0027,");
});
