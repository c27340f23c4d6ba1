import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { CallFiguresBucket, CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import { MEASURED_FIGURES, type MeasuredFigure, measure } from "@/lib/api/contract/measures/measures";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { createFeedback } from "@/service/traces/operations/feedback/feedback-create";
import { readScoreFigures } from "@/service/traces/operations/feedback/scores-figures";
import { sized } from "@/test/setup/test-length";
import { readMeasure } from "./read-measure";
import { SharedReadings } from "./shared-readings";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 300_000 });

const BEGIN_MS = Date.parse("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const OPS = ["a", "b"] as const;

let service: TestService;

beforeAll(async () => {
  // Rollups answer for any number of calls, as they do in large projects.
  service = await openTestService({}, { leastCalls: 1 });
});

afterAll(() => service.close());

const drawnCall = fc.record({
  second: fc.nat(3599),
  durationMs: fc.option(fc.nat(90_000), { freq: 5 }),
  op: fc.constantFrom(...OPS),
  hasFailed: fc.boolean(),
  tokens: fc.option(fc.nat(10_000), { nil: undefined }),
  score: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
});

type DrawnCall = typeof drawnCall extends fc.Arbitrary<infer Call> ? Call : never;

let projects = 0;

async function store(calls: readonly DrawnCall[]): Promise<string> {
  projects += 1;
  const project = `demo/agrees-${projects}`;
  const iso = (ms: number) => new Date(ms).toISOString();
  const batch = calls.flatMap(({ second, durationMs, op, hasFailed, tokens }, at) => {
    const startMs = BEGIN_MS + second * 1000;
    const start = { project_id: project, id: `c${at}`, trace_id: "t", op_name: op, started_at: iso(startMs) };
    const usage = tokens === undefined ? {} : { "gpt-4o": { requests: 1, prompt_tokens: tokens } };
    const end = { project_id: project, id: `c${at}`, ended_at: iso(startMs + (durationMs ?? 0)), summary: { usage } };
    return [
      { mode: "start", req: { start: { ...start, attributes: {}, inputs: {} } } },
      ...(durationMs === null
        ? []
        : [{ mode: "end", req: { end: { ...end, ...(hasFailed ? { exception: "x" } : {}) } } }]),
    ];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
  for (const [at, { score }] of calls.entries()) {
    if (score === null) continue;
    const weave_ref = `weave:///${project}/call/c${at}`;
    const payload = { value: score };
    const feedback_type = "quality";
    await service.ask("feedback.create", createFeedback, { project_id: project, weave_ref, feedback_type, payload });
  }
  return project;
}

const SHOWN: Readonly<Record<Exclude<MeasuredFigure, "score">, (bucket: CallFiguresBucket) => number | null>> = {
  calls: ({ call_count }) => call_count,
  error_share: ({ call_count, error_count }) => (call_count > 0 ? error_count / call_count : null),
  latency_p50: ({ latency_ms }) => latency_ms?.p50 ?? null,
  latency_p90: ({ latency_ms }) => latency_ms?.p90 ?? null,
  latency_p99: ({ latency_ms }) => latency_ms?.p99 ?? null,
  tokens: ({ usage }) => usage.total_tokens,
  cost_usd: ({ cost_usd, call_count }) => (call_count === 0 ? 0 : cost_usd),
};

const RANGE = { after: new Date(BEGIN_MS).toISOString(), before: new Date(BEGIN_MS + HOUR_MS).toISOString() };
const SPAN = { fromS: BEGIN_MS / 1000, toS: (BEGIN_MS + HOUR_MS) / 1000 };
const context = () => ({ ...service.services, signal: new AbortController().signal });

it("measures what the overview draws, for any calls, figure, filter and window", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawnCall, { minLength: 1, maxLength: sized({ once: 12, all: 30 }) }),
      fc.constantFrom(60, 300, 900, 3600),
      fc.constantFrom<object>({}, { op_names: ["a"] }),
      async (calls, width, filter) => {
        const project = await store(calls);
        const request = { project_id: project, ...RANGE, bucket_seconds: width, filter };
        const overview = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, request);
        const scores = await service.ask<ScoresFiguresResult>("scores.figures", readScoreFigures, {
          ...request,
          fields: ["score.quality"],
        });
        // As in a look at many watches: others have read other calls, windows and groups before.
        const shared = { ...context(), readings: new SharedReadings() };
        for (const other of [{ op_names: ["b"] }, { by: "op" }, { window_seconds: width === 60 ? 300 : 60 }]) {
          const { by, window_seconds = width, ...filtered } = { by: null, ...other };
          const read = measure.parse({ figure: "calls", filter: filtered, by, window_seconds });
          await readMeasure(shared, project, read, SPAN);
        }
        for (const figure of MEASURED_FIGURES) {
          const score = figure === "score" ? "score.quality" : null;
          const measured = measure.parse({ figure, score, filter, window_seconds: width });
          const points = (await readMeasure(shared, project, measured, SPAN)).get("null") ?? [];
          const starts = overview.buckets.map(({ start }) => Date.parse(String(start)) / 1000);
          expect(points.map(({ startS }) => startS)).toEqual(starts);
          const means = new Map(
            scores.scores[0]?.buckets.map(({ start, mean }) => [Date.parse(String(start)) / 1000, mean]),
          );
          const shown =
            figure === "score" ? starts.map((start) => means.get(start) ?? null) : overview.buckets.map(SHOWN[figure]);
          expect(points.map(({ value }) => value)).toEqual(shown);
        }
      },
    ),
    { numRuns: sized({ once: 1, all: 15, long: 100 }) },
  );
});

it("measures each group as the overview's groups", async () => {
  const calls = fc.sample(drawnCall, { numRuns: 30, seed: 1 });
  const project = await store(calls.map((call) => ({ ...call, score: null })));
  const groups = [{ by: "op", with_buckets: true }];
  const request = { project_id: project, ...RANGE, bucket_seconds: 300, groups };
  const { groups: shown } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, request);
  const measured = measure.parse({ figure: "error_share", by: "op", window_seconds: 300 });
  const points = await readMeasure(context(), project, measured, SPAN);
  for (const { value, call_count: count, error_count: errors } of shown[0]?.values ?? []) {
    const own = points.get(JSON.stringify(value)) ?? [];
    expect(own.reduce((sum, { calls: of }) => sum + of, 0)).toBe(count);
    expect(Math.round(own.reduce((sum, point) => sum + (point.value ?? 0) * point.calls, 0))).toBe(errors);
  }
  expect(points.size).toBe(OPS.length);
});
