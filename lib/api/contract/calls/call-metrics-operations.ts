import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { EXAMPLE_CALL, EXAMPLE_PROJECT, EXAMPLE_TRACE } from "./call-examples";
import { callsMetrics, callsMetricsResult } from "./call-metrics";
import { callsUsage, callsUsageResult, traceUsage } from "./call-usage";

const exampleUsage = {
  "gpt-4o": {
    requests: 1,
    prompt_tokens: 412,
    completion_tokens: 9,
    total_tokens: 421,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    prompt_tokens_total_cost: null,
    completion_tokens_total_cost: null,
    cache_read_input_tokens_total_cost: null,
    cache_creation_input_tokens_total_cost: null,
  },
};

export const callMetricsOperations = {
  "calls.metrics": defineOperation({
    id: "calls.metrics",
    title: "Call metrics over time",
    summary: "Returns latency, counts, tokens and costs of the selected calls by time and model.",
    path: "/calls/stats",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsMetrics },
    result: { kind: "json", schema: callsMetricsResult },
    standing: "extension",
    gaps: ["calls-metrics", "usage-once"],
    example: {
      body: {
        project_id: EXAMPLE_PROJECT,
        start: "2026-11-20T14:00:00Z",
        end: "2026-11-20T15:00:00Z",
        granularity: 3600,
        call_metrics: [{ metric: "latency_ms", aggregations: ["avg"], percentiles: [95] }],
        usage_metrics: [{ metric: "total_tokens" }],
      },
      result: {
        start: "2026-11-20T14:00:00Z",
        end: "2026-11-20T15:00:00Z",
        granularity: 3600,
        timezone: "UTC",
        usage_buckets: [{ timestamp: "2026-11-20T14:00:00Z", model: "gpt-4o", sum_total_tokens: 421, count: 1 }],
        call_buckets: [{ timestamp: "2026-11-20T14:00:00Z", avg_latency_ms: 6310, p95_latency_ms: 6310, count: 1 }],
      },
    },
  }),
  "calls.usage": defineOperation({
    id: "calls.usage",
    title: "Usage of calls with descendants",
    summary: "Returns the tokens of each given call with all calls below it, and their cost on request.",
    path: "/calls/usage",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsUsage },
    result: { kind: "json", schema: callsUsageResult },
    standing: "extension",
    gaps: ["summed-usage", "usage-once"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, call_ids: [EXAMPLE_CALL] },
      result: { call_usage: { [EXAMPLE_CALL]: exampleUsage }, unfinished_call_ids: [] },
    },
  }),
  "calls.traceUsage": defineOperation({
    id: "calls.traceUsage",
    title: "Usage of each call of a trace",
    summary: "Returns the tokens of each selected call with the selected calls below it, and their cost on request.",
    path: "/trace/usage",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: traceUsage },
    result: { kind: "json", schema: callsUsageResult },
    standing: "extension",
    gaps: ["summed-usage", "usage-once", "expression-operators"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, filter: { trace_ids: [EXAMPLE_TRACE] } },
      result: { call_usage: { [EXAMPLE_CALL]: exampleUsage }, unfinished_call_ids: [] },
    },
  }),
};
