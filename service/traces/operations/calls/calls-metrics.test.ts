import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { callsMetricsResult } from "@/lib/api/contract/calls/call-metrics";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { routerTarget } from "@/service/testing/router-target";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import type { Target } from "@/test/contract/target";
import { completeCalls } from "./calls-complete";
import { readCallMetrics } from "./calls-metrics";
import { readCallStats } from "./calls-stats";

let service: TestService;
let target: Target;

beforeAll(async () => {
  service = await sharedTestService();
  target = routerTarget(service, { "calls.metrics": readCallMetrics, "calls.stats": readCallStats });
});

const newProject = () => `e/${uuid4()}`;

interface Given {
  readonly at: string;
  readonly id?: string;
  readonly ms?: number;
  readonly parent?: string;
  readonly usage?: object;
  readonly exception?: string;
  readonly op?: string;
}

async function store(project: string, ...calls: readonly Given[]): Promise<void> {
  const batch = calls.map(({ at, id = uuid4(), ms = 1000, parent = null, usage, exception = null, op = "op" }) => ({
    project_id: project,
    id,
    trace_id: "t",
    op_name: op,
    parent_id: parent,
    started_at: at,
    ended_at: new Date(Date.parse(at) + ms).toISOString(),
    attributes: {},
    inputs: {},
    output: null,
    exception,
    summary: usage ? { usage } : {},
  }));
  const [entity = "", name = ""] = project.split("/");
  await service.ask("calls.complete", completeCalls, { batch }, { params: { entity, project: name } });
}

const metrics = async (project: string, request: Record<string, unknown>) =>
  callsMetricsResult.parse(await service.ask("calls.metrics", readCallMetrics, { project_id: project, ...request }));

const tokens = (prompt: number, completion = 0, cached = 0) => ({
  requests: 1,
  prompt_tokens: prompt,
  completion_tokens: completion,
  cache_read_input_tokens: cached,
});

const two = { start: "2026-11-20T10:00:00Z", end: "2026-11-20T12:00:00Z", granularity: 3600 };
const TEN = "2026-11-20T10:00:00Z";
const ELEVEN = "2026-11-20T11:00:00Z";

describe("/calls/stats", () => {
  it("returns every aggregation and percentile of calls, with 0 or null for a bucket without calls", async () => {
    const project = newProject();
    await store(
      project,
      { at: TEN, ms: 100 },
      { at: "2026-11-20T10:10:00Z", ms: 300, exception: "ValueError" },
      { at: "2026-11-20T10:59:59Z", ms: 500 },
      { at: "2026-11-20T12:00:00Z", ms: 9000 },
    );
    const all = ["sum", "avg", "min", "max", "count", "count_true", "count_false"];
    const { call_buckets, usage_buckets, ...range } = await metrics(project, {
      ...two,
      call_metrics: [
        { metric: "latency_ms", aggregations: all, percentiles: [25, 50, 99.9] },
        { metric: "call_count" },
        { metric: "error_count", aggregations: ["sum", "avg", "min", "max", "count_false"], percentiles: [50, 75] },
      ],
    });
    expect(range).toEqual({ ...two, timezone: "UTC" });
    expect(usage_buckets).toEqual([]);
    const [first, second] = call_buckets;
    expect(first).toEqual({
      timestamp: TEN,
      count: 3,
      sum_latency_ms: 900,
      avg_latency_ms: 300,
      min_latency_ms: 100,
      max_latency_ms: 500,
      count_latency_ms: 3,
      count_true_latency_ms: 0,
      count_false_latency_ms: 0,
      p25_latency_ms: 200,
      p50_latency_ms: 300,
      "p99.9_latency_ms": expect.closeTo(499.6, 6),
      sum_call_count: 3,
      sum_error_count: 1,
      avg_error_count: expect.closeTo(1 / 3, 9),
      min_error_count: 0,
      max_error_count: 1,
      count_false_error_count: 2,
      p50_error_count: 0,
      p75_error_count: 0.5,
    });
    expect(second).toMatchObject({
      timestamp: ELEVEN,
      count: 0,
      sum_latency_ms: 0,
      avg_latency_ms: 0,
      min_latency_ms: null,
      p50_latency_ms: null,
      sum_call_count: 0,
      p75_error_count: null,
    });
    expect(call_buckets).toHaveLength(2);
  });

  it("returns tokens by model and bucket, each token once, whichever aggregations are requested", async () => {
    const project = newProject();
    await store(
      project,
      { id: "root", at: TEN, usage: { m: tokens(30, 3) } },
      { at: "2026-11-20T10:05:00Z", parent: "root", usage: { m: tokens(10, 1) } },
      { at: "2026-11-20T10:06:00Z", parent: "root", usage: { m: tokens(20, 2, 5) } },
      { at: ELEVEN, usage: { other: tokens(7) } },
    );
    const { usage_buckets } = await metrics(project, {
      ...two,
      usage_metrics: [
        { metric: "input_tokens", aggregations: ["sum", "avg", "min", "max", "count"], percentiles: [50] },
        { metric: "output_tokens" },
        { metric: "total_tokens", aggregations: [] },
        { metric: "cache_read_input_tokens", aggregations: ["max"] },
      ],
    });
    const nothing = { min_input_tokens: null, max_input_tokens: null, p50_input_tokens: null };
    expect(usage_buckets).toMatchObject([
      {
        timestamp: TEN,
        model: "m",
        count: 2,
        sum_input_tokens: 30,
        avg_input_tokens: 15,
        min_input_tokens: 10,
        max_input_tokens: 20,
        count_input_tokens: 2,
        p50_input_tokens: 15,
        sum_output_tokens: 3,
        sum_total_tokens: 33,
        max_cache_read_input_tokens: 5,
      },
      { timestamp: TEN, model: "other", count: 0, sum_input_tokens: 0, avg_input_tokens: 0, ...nothing },
      { timestamp: ELEVEN, model: "m", count: 0, ...nothing },
      { timestamp: ELEVEN, model: "other", count: 1, sum_input_tokens: 7, p50_input_tokens: 7 },
    ]);
  });

  it("prices tokens as at their time, with cached tokens only in the total, and unknown prices as null", async () => {
    const project = newProject();
    const price = (effective_date: string, rate: number) => ({
      prompt_token_cost: rate,
      completion_token_cost: rate * 2,
      cache_read_input_token_cost: rate / 2,
      effective_date,
    });
    for (const [date, rate] of [
      ["2026-01-01T00:00:00Z", 1],
      ["2026-11-20T10:30:00Z", 10],
    ] as const) {
      const cost = { project_id: project, costs: { m: price(date, rate) } };
      await service.ask("cost.create", createCosts, cost);
    }
    await store(
      project,
      { at: TEN, usage: { m: tokens(10, 1, 4) } },
      { at: "2026-11-20T10:40:00Z", usage: { m: tokens(1), "nobody-prices-this": tokens(5) } },
    );
    const usage_metrics = ["input_cost", "output_cost", "total_cost"].map((metric) => ({ metric }));
    const { usage_buckets } = await metrics(project, { ...two, usage_metrics });
    expect(usage_buckets.filter(({ timestamp }) => timestamp === TEN)).toMatchObject([
      // 6 tokens at 1, then 1 at 10; 4 cached ones at a half.
      { model: "m", sum_input_cost: 16, sum_output_cost: 2, sum_total_cost: 20 },
      { model: "nobody-prices-this", sum_input_cost: null, sum_total_cost: null },
    ]);
  });

  it("counts only what the filter selects", async () => {
    const project = newProject();
    await store(project, { at: TEN, op: "a" }, { at: TEN, op: "b" });
    const call_metrics = [{ metric: "call_count" }];
    const request = { ...two, call_metrics, filter: { op_names: ["a"] } };
    expect((await metrics(project, request)).call_buckets[0]).toMatchObject({ sum_call_count: 1 });
  });

  it("agrees with the figures of /calls/aggregate", async () => {
    const project = newProject();
    const at = (minute: number) => new Date(Date.parse(TEN) + minute * 60_000).toISOString();
    const calls = Array.from({ length: 120 }, (_, index) => ({
      at: at(index),
      ms: (index * 37) % 1000,
      ...(index % 7 === 0 ? { exception: "E" } : {}),
      usage: { [`m${index % 3}`]: tokens(index, index % 5) },
    }));
    await store(project, ...calls);
    const bounds = { after: two.start, before: two.end, bucket_seconds: two.granularity };
    const { buckets } = await target.ask("calls.stats", { project_id: project, ...bounds });
    const { call_buckets, usage_buckets } = await metrics(project, {
      ...two,
      call_metrics: [
        { metric: "latency_ms", aggregations: ["avg", "max"], percentiles: [50, 90, 99] },
        { metric: "error_count" },
      ],
      usage_metrics: [{ metric: "total_tokens" }],
    });
    const sums = (timestamp: string) =>
      usage_buckets
        .filter((bucket) => bucket.timestamp === timestamp)
        .reduce((sum, bucket) => sum + Number(bucket.sum_total_tokens), 0);
    for (const [index, bucket] of buckets.entries()) {
      const { p50, p90, p99, mean, max } = bucket.latency_ms ?? expect.fail("no latency");
      expect(call_buckets[index]).toEqual({
        timestamp: bucket.start,
        count: bucket.call_count,
        avg_latency_ms: mean,
        max_latency_ms: max,
        p50_latency_ms: p50,
        p90_latency_ms: p90,
        p99_latency_ms: p99,
        sum_error_count: bucket.error_count,
      });
      expect(sums(bucket.start)).toBe(bucket.usage.total_tokens);
    }
  });

  it.each([
    ["2026-11-20T12:00:00Z", 300],
    ["2026-11-20T21:00:00Z", 3600],
    ["2026-11-22T10:00:00Z", 21_600],
    ["2026-11-30T10:00:00Z", 43_200],
    ["2027-11-20T10:00:00Z", 86_400],
  ])("chooses the widths of public servers for a range that ends at %s", async (end, granularity) => {
    expect((await metrics(newProject(), { start: TEN, end })).granularity).toBe(granularity);
  });

  it("raises a granularity that results in more than 10,000 buckets, and says which one it used", async () => {
    const request = {
      start: TEN,
      end: "2026-11-20T16:00:00Z",
      granularity: 1,
      call_metrics: [{ metric: "call_count" }],
    };
    const { granularity, call_buckets } = await metrics(newProject(), request);
    expect(granularity).toBe(3);
    expect(call_buckets).toHaveLength(7200);
  });

  it("begins days at midnight in the time zone", async () => {
    const request = { start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z", granularity: 86_400 };
    const zoned = { ...request, timezone: "America/New_York", call_metrics: [{ metric: "call_count" }] };
    const { call_buckets, timezone } = await metrics(newProject(), zoned);
    expect(timezone).toBe("America/New_York");
    expect(call_buckets.map(({ timestamp }) => timestamp)).toEqual(["2026-11-19T05:00:00Z", "2026-11-20T05:00:00Z"]);
  });

  it("has no buckets for an empty range, and none that were not requested", async () => {
    const project = newProject();
    await store(project, { at: TEN });
    const call_metrics = [{ metric: "call_count" }];
    expect((await metrics(project, { start: TEN, end: TEN, call_metrics })).call_buckets).toEqual([]);
    expect(await metrics(project, two)).toMatchObject({ call_buckets: [], usage_buckets: [], granularity: 3600 });
  });

  it.each([
    ["a range that ends before it starts", { end: "2026-11-20T09:00:00Z" }, 422, "body.end"],
    ["a start that is no time", { start: "yesterday" }, 422, "body.start"],
    ["an unknown metric", { call_metrics: [{ metric: "speed" }] }, 422, "body.call_metrics.0.metric"],
    [
      "a percentile above 100",
      { call_metrics: [{ metric: "latency_ms", percentiles: [101] }] },
      422,
      "body.call_metrics.0.percentiles.0",
    ],
    ["a granularity of 0", { granularity: 0 }, 422, "body.granularity"],
  ])("refuses %s and names the place", async (_, request, status, place) => {
    const failure = await target.fail("calls.metrics", { project_id: "e/p", ...two, ...request });
    expect(failure).toMatchObject({ status, places: [place] });
  });

  it("refuses a cost that is not summed, and a time zone that does not exist", async () => {
    const average = { usage_metrics: [{ metric: "total_cost", aggregations: ["avg"] }] };
    const failure = await target.fail("calls.metrics", { project_id: "e/p", ...two, ...average });
    expect(failure).toMatchObject({ status: 400, reason: expect.stringContaining("total_cost can only be summed") });
    const nowhere = await target.fail("calls.metrics", { project_id: "e/p", ...two, timezone: "Mars/Olympus" });
    expect(nowhere).toMatchObject({ status: 400, reason: expect.stringContaining("Mars/Olympus") });
  });
});
