import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { EXAMPLE_CALL, EXAMPLE_PROJECT, EXAMPLE_TRACE } from "./call-examples";
import { callsFailures, callsFailuresResult } from "./call-failures";
import {
  callsFacets,
  callsFacetsResult,
  callsFigures,
  callsFiguresResult,
  callsHistogram,
  callsHistogramResult,
} from "./call-stats";
import { callsQueryStats, callsStats } from "./calls";

const exampleFigures = {
  call_count: 1,
  root_count: 1,
  error_count: 0,
  descendant_error_count: 0,
  running_count: 0,
  latency_ms: { p50: 6310, p90: 6310, p99: 6310, mean: 6310, max: 6310 },
  usage: {
    requests: 1,
    prompt_tokens: 412,
    completion_tokens: 9,
    total_tokens: 421,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  },
  cost_usd: 0.00112,
  prompt_cost_usd: 0.00103,
  completion_cost_usd: 0.00009,
  unpriced_tokens: 0,
  storage_bytes: { inputs: 51, output: 18, attributes: 15, summary: 109, total: 193 },
};

export const callStatsOperations = {
  "calls.queryStats": defineOperation({
    id: "calls.queryStats",
    title: "Call statistics",
    summary: "Counts the calls that a filter selects. On request, sums the sizes of their traces.",
    path: "/calls/query_stats",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsQueryStats },
    result: { kind: "json", schema: callsStats },
    standing: "core",
    gaps: ["calls-stats-answer", "expression-operators"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, filter: { trace_roots_only: true } },
      result: { count: 1, total_storage_size_bytes: null },
    },
  }),
  "calls.stats": defineOperation({
    id: "calls.stats",
    title: "Call figures",
    summary:
      "Returns counts, latency, tokens, cost and storage of the selected calls: in total, over time and by group.",
    path: "/calls/aggregate",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsFigures },
    result: { kind: "json", schema: callsFiguresResult },
    standing: "extension",
    gaps: ["calls-stats-extension", "usage-once", "expression-operators"],
    example: {
      body: {
        project_id: EXAMPLE_PROJECT,
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        bucket_seconds: 3600,
        groups: [{ by: "op", limit: 10, with_buckets: true }],
      },
      result: {
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        bucket_seconds: 3600,
        totals: exampleFigures,
        buckets: [{ start: "2026-11-20T14:00:00Z", ...exampleFigures }],
        previous: null,
        previous_buckets: null,
        groups: [
          {
            by: "op",
            value_count: 1,
            values: [
              {
                value: "airline_agent.turn",
                ...exampleFigures,
                buckets: [
                  {
                    start: "2026-11-20T14:00:00Z",
                    call_count: 1,
                    error_count: 0,
                    total_tokens: 421,
                    cost_usd: 0.00112,
                  },
                ],
              },
            ],
            other: null,
          },
        ],
      },
    },
  }),
  "calls.histogram": defineOperation({
    id: "calls.histogram",
    title: "Calls over time",
    summary: "Counts the selected calls over time by status, without latency, tokens and cost.",
    path: "/calls/histogram",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsHistogram },
    result: { kind: "json", schema: callsHistogramResult },
    standing: "extension",
    gaps: ["calls-stats-extension", "expression-operators"],
    example: {
      body: {
        project_id: EXAMPLE_PROJECT,
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        bucket_seconds: 3600,
      },
      result: {
        after: "2026-11-20T14:00:00Z",
        before: "2026-11-20T15:00:00Z",
        bucket_seconds: 3600,
        buckets: [
          {
            start: "2026-11-20T14:00:00Z",
            call_count: 1,
            error_count: 0,
            descendant_error_count: 0,
            running_count: 0,
          },
        ],
      },
    },
  }),
  "calls.facets": defineOperation({
    id: "calls.facets",
    title: "Values of call fields",
    summary: "Lists the values of fields among the selected calls, with the number of calls for each.",
    path: "/calls/facets",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsFacets },
    result: { kind: "json", schema: callsFacetsResult },
    standing: "extension",
    gaps: ["calls-stats-extension", "expression-operators"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, fields: ["op", "attributes"], limit: 10 },
      result: {
        facets: [
          { field: "op", value_count: 1, values: [{ value: "airline_agent.turn", count: 1 }] },
          { field: "attributes", value_count: 1, values: [{ value: "attributes.env", count: 1 }], sampled_calls: 1 },
        ],
      },
    },
  }),
  "calls.failures": defineOperation({
    id: "calls.failures",
    title: "Groups of failed calls",
    summary:
      "Groups the failed calls among the selected ones by op and by their exception, without the numbers and ids in it.",
    path: "/calls/failures",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsFailures },
    result: { kind: "json", schema: callsFailuresResult },
    standing: "extension",
    gaps: ["calls-stats-extension", "expression-operators"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, affected: ["attributes.user"], limit: 10 },
      result: {
        call_count: 412,
        error_count: 9,
        affected: [{ field: "attributes.user", value_count: 80, failed_value_count: 6 }],
        failure_count: 1,
        failures: [
          {
            op: "search_flights",
            pattern: "TimeoutError: no response within … s",
            message: "TimeoutError: no response within 10 s",
            call_count: 9,
            affected_counts: [6],
            first: { id: EXAMPLE_CALL, trace_id: EXAMPLE_TRACE, started_at: "2026-11-20T14:02:11Z" },
            last: { id: EXAMPLE_CALL, trace_id: EXAMPLE_TRACE, started_at: "2026-11-20T14:02:11Z" },
          },
        ],
      },
    },
  }),
};
