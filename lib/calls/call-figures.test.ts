import { expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callFigureTexts } from "./call-figures";

const call = (rest: Partial<Call>): Call => ({
  id: "c1",
  project_id: "e/p",
  op_name: "answer",
  trace_id: "c1",
  started_at: "2026-11-20T14:30:00.000Z",
  ended_at: "2026-11-20T14:30:03.100Z",
  attributes: { kind: "llm" },
  ...rest,
});
const usage = { m: { prompt_tokens: 7412, completion_tokens: 86 } };

it("returns tokens, cost, duration and the output speed of a model", () => {
  const costs = { m: { prompt_tokens_total_cost: 0.0148, completion_tokens_total_cost: 0.0007 } };
  expect(callFigureTexts(call({ summary: { usage, weave: { costs } } }), 0)).toEqual([
    "7,412 in",
    "86 out",
    "$0.0155",
    "3.10 s",
    "27.7 tok/s",
  ]);
});

it("omits unknown figures, and shows a speed only for model output", () => {
  expect(callFigureTexts(call({ summary: null }), 0)).toEqual(["3.10 s"]);
  expect(callFigureTexts(call({ summary: { usage }, attributes: { kind: "tool" } }), 0)).toEqual([
    "7,412 in",
    "86 out",
    "3.10 s",
  ]);
  expect(callFigureTexts(call({ summary: null, ended_at: null }), 0)).toEqual([]);
});
