import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callsMetricsResult } from "@/lib/api/contract/calls/call-metrics";
import { callsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { completeCalls } from "./calls-complete";
import { readCallMetrics } from "./calls-metrics";
import { readCallStats } from "./calls-stats";

let service: TestService;

/** Rollups answer for any number of calls. */
beforeAll(async () => {
  service = await openTestService({}, { leastCalls: 1, batchCalls: 50 });
});

afterAll(() => service.close());

const START_MS = Date.parse("2026-11-20T10:00:00Z");
const range = { start: "2026-11-20T10:00:00Z", end: "2026-11-20T14:00:00Z" };

describe("/calls/stats", () => {
  it("reads sums from rollups, and from calls what those do not contain, and both agree", async () => {
    const project = `e/${uuid4()}`;
    const batch = Array.from({ length: 240 }, (_, index) => ({
      ...{ project_id: project, id: `call-${index}`, trace_id: "t", op_name: "op", attributes: {}, inputs: {} },
      started_at: new Date(START_MS + index * 60_000).toISOString(),
      ended_at: new Date(START_MS + index * 60_000 + ((index * 37) % 5000)).toISOString(),
      exception: index % 7 === 0 ? "E" : null,
      output: null,
      summary: {
        usage: { [`m${index % 3}`]: { requests: 1, prompt_tokens: index + 1, completion_tokens: index % 5 } },
      },
    }));
    const [entity = "", name = ""] = project.split("/");
    await service.ask("calls.complete", completeCalls, { batch }, { params: { entity, project: name } });
    await service.calls.storedForReader();
    await service.services.rollups.catchUp();

    const bounds = { after: range.start, before: range.end, bucket_seconds: 3600 };
    const figures = callsFiguresResult.parse(
      await service.ask("calls.stats", readCallStats, { project_id: project, ...bounds }),
    );
    expect(figures.quantile_error).toBeGreaterThan(0);
    const { call_buckets, usage_buckets } = callsMetricsResult.parse(
      await service.ask("calls.metrics", readCallMetrics, {
        ...{ project_id: project, ...range, granularity: 3600 },
        call_metrics: [
          { metric: "error_count" },
          { metric: "latency_ms", aggregations: ["avg", "min", "max"], percentiles: [50, 95] },
        ],
        usage_metrics: [{ metric: "input_tokens", aggregations: ["sum", "max"] }, { metric: "total_tokens" }],
      }),
    );
    expect(call_buckets).toHaveLength(4);
    for (const [index, bucket] of figures.buckets.entries()) {
      const { p50, mean, max } = bucket.latency_ms ?? expect.fail("no latency");
      const latencies = batch.slice(index * 60, index * 60 + 60).map((_, at) => ((index * 60 + at) * 37) % 5000);
      expect(call_buckets[index]).toMatchObject({
        ...{ timestamp: bucket.start, count: 60, sum_error_count: bucket.error_count },
        ...{ avg_latency_ms: mean, max_latency_ms: max, p50_latency_ms: p50 },
        min_latency_ms: Math.min(...latencies),
      });
      const models = usage_buckets.filter(({ timestamp }) => timestamp === bucket.start);
      expect(models.map(({ model, count }) => [model, count])).toEqual([
        ["m0", 20],
        ["m1", 20],
        ["m2", 20],
      ]);
      const total = models.reduce((sum, { sum_total_tokens }) => sum + Number(sum_total_tokens), 0);
      expect(total).toBe(bucket.usage.total_tokens);
      expect(models.map(({ max_input_tokens }) => max_input_tokens)).toEqual([58, 59, 60].map((at) => index * 60 + at));
    }
  });
});
