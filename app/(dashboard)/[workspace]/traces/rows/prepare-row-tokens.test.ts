import { expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { needsTraceTotal, rowTokens } from "./prepare-row-tokens";

const call = (usage: Record<string, Record<string, unknown>> | null, members: Partial<Call> = {}): Call => ({
  id: "a",
  project_id: "p",
  op_name: "op",
  trace_id: "t",
  started_at: "2026-11-20T14:30:00Z",
  summary: usage === null ? {} : { usage },
  ...members,
});
const total = { tokensIn: 900, tokensCached: 300, tokensOut: 30, costUsd: 0.1 };

it.each([
  ["under its own name", { prompt_tokens: 100, cache_read_input_tokens: 40 }],
  ["in details of the prompt", { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 40 } }],
  ["in details of the input", { input_tokens: 100, input_tokens_details: { cached_tokens: 40 } }],
])("reads cached tokens %s", (_name, usage) => {
  expect(rowTokens(call({ model: usage }), undefined)).toMatchObject({ tokensIn: 100, tokensCached: 40 });
});

it("adds cached tokens of several models, and returns null when none is reported", () => {
  const usage = { one: { prompt_tokens: 5, cache_read_input_tokens: 2 }, two: { cache_read_input_tokens: 3 } };
  expect(rowTokens(call(usage), undefined).tokensCached).toBe(5);
  expect(rowTokens(call({ one: { prompt_tokens: 5 } }), undefined).tokensCached).toBeNull();
});

it("uses the figures of the trace only for a root that reports none", () => {
  expect(rowTokens(call(null), total)).toEqual({ ...total, isTraceTotal: true });
  expect(rowTokens(call({ one: { prompt_tokens: 5 } }), total)).toMatchObject({ tokensIn: 5, isTraceTotal: false });
  expect(rowTokens(call(null, { parent_id: "b" }), total)).toMatchObject({ tokensIn: null, isTraceTotal: false });
  expect(needsTraceTotal(call(null))).toBe(true);
});

it("shows no zero where a figure is unknown", () => {
  expect(rowTokens(call(null), undefined)).toEqual({
    tokensIn: null,
    tokensCached: null,
    tokensOut: null,
    costUsd: null,
    isTraceTotal: false,
  });
});
