import { describe, expect, it } from "vitest";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { callsMetrics, callsMetricsResult } from "@/lib/api/contract/calls/call-metrics";
import { metricsRequest, prepareMetrics } from "./prepare-metrics";

const NOW_MS = Date.parse("2026-11-20T15:00:00Z");
const HOUR_MS = 3_600_000;

const question: OverviewRequest = {
  projectId: "demo/airline",
  query: "",
  areRootsOnly: false,
  source: "all",
  range: { kind: "relative", text: "1h", durationMs: HOUR_MS },
  comparison: "previous",
  groupName: "op",
};

function bodyOf(given: Partial<OverviewRequest>) {
  const request = metricsRequest({ ...question, ...given }, NOW_MS);
  return request.kind === "request" ? request.body : expect.fail(request.reason);
}

function reasonOf(given: Partial<OverviewRequest>) {
  const request = metricsRequest({ ...question, ...given }, NOW_MS);
  return request.kind === "unfit" ? request.reason : expect.fail("it is requested");
}

describe("the request for charts over time", () => {
  it("has the range of the page and a round width, in the shape of the contract", () => {
    const body = bodyOf({});
    expect(body).toMatchObject({ start: "2026-11-20T14:00:00.000Z", end: "2026-11-20T15:00:00.000Z", granularity: 60 });
    expect(() => callsMetrics.parse(body)).not.toThrow();
    const day: OverviewRequest["range"] = { kind: "relative", text: "1d", durationMs: 24 * HOUR_MS };
    expect(bodyOf({ range: day }).granularity).toBe(900);
    const month: OverviewRequest["range"] = { kind: "relative", text: "30d", durationMs: 30 * 24 * HOUR_MS };
    expect(bodyOf({ range: month }).granularity).toBe(21_600);
  });

  it("filters by what the operation can filter by", () => {
    expect(bodyOf({ query: "thread:t1", areRootsOnly: true }).filter).toMatchObject({
      thread_ids: ["t1"],
      trace_roots_only: true,
    });
  });

  it.each(["latency:>2s", "refund", "nonsense:x"])("is not sent for the filter %s, which it would ignore", (query) => {
    expect(reasonOf({ query })).toContain("can only be filtered by");
  });

  it("is not sent for a range that public servers refuse", () => {
    expect(reasonOf({ range: { kind: "all" } })).toContain("at most 31 days");
    const year: OverviewRequest["range"] = { kind: "relative", text: "365d", durationMs: 365 * 24 * HOUR_MS };
    expect(reasonOf({ range: year })).toContain("at most 31 days");
  });
});

const answer = callsMetricsResult.parse({
  start: "2026-11-20T14:00:00Z",
  end: "2026-11-20T15:00:00Z",
  granularity: 1800,
  timezone: "UTC",
  call_buckets: [
    {
      timestamp: "2026-11-20T14:00:00+00:00",
      sum_call_count: 5,
      sum_error_count: 2,
      p50_latency_ms: 100,
      p90_latency_ms: 200,
      p99_latency_ms: 300,
    },
    {
      timestamp: "2026-11-20 14:30:00+00:00",
      sum_call_count: 0,
      sum_error_count: 0,
      p50_latency_ms: null,
      p90_latency_ms: null,
      p99_latency_ms: null,
    },
  ],
  usage_buckets: [
    {
      ...{ timestamp: "2026-11-20T14:00:00+00:00", model: "m" },
      ...{ sum_input_tokens: 10, sum_output_tokens: 2, sum_total_tokens: 12, sum_output_cost: 1, sum_total_cost: 3 },
    },
    {
      ...{ timestamp: "2026-11-20 14:30:00+00:00", model: "m" },
      ...{ sum_input_tokens: 0, sum_output_tokens: 0, sum_total_tokens: 0, sum_output_cost: 0, sum_total_cost: 0 },
    },
    {
      ...{ timestamp: "2026-11-20T14:00:00+00:00", model: "free" },
      ...{ sum_input_tokens: 5, sum_output_tokens: 1, sum_total_tokens: 0, sum_output_cost: 0, sum_total_cost: 0 },
    },
  ],
});

describe("charts of metrics", () => {
  const metrics = prepareMetrics(answer);

  it("show calls with failed ones apart, and latency where calls finished", () => {
    expect(metrics.callCount).toBe(5);
    expect(metrics.chart.stacked).toEqual([
      { key: "errors", counts: [2, 0] },
      { key: "calls", counts: [3, 0] },
    ]);
    expect(metrics.chart.summary).toBe(
      "Calls over time. calls 5. 2 calls failed. Use the arrow keys to move between columns.",
    );
    expect(metrics.result.buckets.map(({ latency_ms }) => latency_ms)).toEqual([
      { p50: 100, p90: 200, p99: 300 },
      null,
    ]);
  });

  it("add up models, and name those that the service reports as free", () => {
    expect(metrics.models.values).toEqual([
      { value: "m", cost_usd: 3, prompt_cost_usd: 2, completion_cost_usd: 1, unpriced_tokens: 0 },
      { value: "free", cost_usd: null, prompt_cost_usd: null, completion_cost_usd: null, unpriced_tokens: 6 },
    ]);
    expect(metrics.totals).toEqual({ cost_usd: 3, usage: { total_tokens: 18 } });
  });

  it("have no cost when no model has a price", () => {
    const { totals } = prepareMetrics({ ...answer, usage_buckets: answer.usage_buckets.slice(2) });
    expect(totals.cost_usd).toBeNull();
  });
});
