import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { CallFiguresBucket, CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import { MEASURED_FIGURES, type MeasuredFigure } from "@/lib/api/contract/measures/measured-figures";
import { type MeasuresResult, measure } from "@/lib/api/contract/measures/measures";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { readMeasures } from "@/service/traces/operations/calls/measures-read";
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
  thread: fc.option(fc.constantFrom("t1", "t2", "t3"), { nil: undefined }),
  user: fc.constantFrom(undefined, "ada", "ines"),
});

type DrawnCall = typeof drawnCall extends fc.Arbitrary<infer Call> ? Call : never;

let projects = 0;

async function store(calls: readonly DrawnCall[]): Promise<string> {
  projects += 1;
  const project = `demo/agrees-${projects}`;
  const iso = (ms: number) => new Date(ms).toISOString();
  const batch = calls.flatMap(({ second, durationMs, op, hasFailed, tokens, thread, user }, at) => {
    const startMs = BEGIN_MS + second * 1000;
    const start = {
      project_id: project,
      id: `c${at}`,
      trace_id: "t",
      op_name: op,
      started_at: iso(startMs),
      thread_id: thread,
    };
    const usage = tokens === undefined ? {} : { "gpt-4o": { requests: 1, prompt_tokens: tokens } };
    const end = { project_id: project, id: `c${at}`, ended_at: iso(startMs + (durationMs ?? 0)), summary: { usage } };
    return [
      { mode: "start", req: { start: { ...start, attributes: user === undefined ? {} : { user }, inputs: {} } } },
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

type ShownFigure = Exclude<MeasuredFigure, "score" | "threads" | "users">;

const SHOWN: Readonly<Record<ShownFigure, (bucket: CallFiguresBucket) => number | null>> = {
  calls: ({ call_count }) => call_count,
  errors: ({ error_count }) => error_count,
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
          if (figure === "threads" || figure === "users") continue;
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

/** The value of a figure, counted from the calls themselves. */
function counted(figure: MeasuredFigure, calls: readonly DrawnCall[]): number | null {
  const finished = calls.flatMap(({ durationMs }) => durationMs ?? []).sort((left, right) => left - right);
  const quantile = (level: number) => {
    const at = level * (finished.length - 1);
    const [below = 0, above = below] = [finished[Math.floor(at)], finished[Math.ceil(at)]];
    return finished.length === 0 ? null : below + (above - below) * (at - Math.floor(at));
  };
  const failed = calls.filter(({ durationMs, hasFailed }) => durationMs !== null && hasFailed).length;
  const scores = calls.flatMap(({ score }) => score ?? []);
  const different = (values: readonly (string | undefined)[]) => new Set(values.filter((value) => value)).size;
  return {
    calls: () => calls.length,
    errors: () => failed,
    error_share: () => (calls.length === 0 ? null : failed / calls.length),
    latency_p50: () => quantile(0.5),
    latency_p90: () => quantile(0.9),
    latency_p99: () => quantile(0.99),
    tokens: () => calls.reduce((sum, { durationMs, tokens = 0 }) => sum + (durationMs === null ? 0 : tokens), 0),
    cost_usd: () => null,
    threads: () => different(calls.map(({ thread }) => thread)),
    users: () => different(calls.map(({ user }) => user)),
    score: () => (scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length),
  }[figure]();
}

/** Latencies of rollups are rounded. */
const CLOSE = { latency_p50: 0.02, latency_p90: 0.02, latency_p99: 0.02, score: 1e-9 } as Readonly<
  Record<string, number>
>;

function expectClose(figure: MeasuredFigure, measured: number | null, value: number | null): void {
  if (value === null || measured === null) expect(measured, figure).toBe(value);
  else expect(Math.abs(measured - value), figure).toBeLessThanOrEqual(Math.abs(value) * (CLOSE[figure] ?? 0) + 1e-9);
}

it("reads the measures of a page as the calls themselves count them, in total, in windows and by group", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawnCall, { minLength: 1, maxLength: sized({ once: 12, all: 30 }) }), async (calls) => {
      const project_id = await store(calls);
      // The price of a model may be known, which the calls do not say.
      const figures = MEASURED_FIGURES.filter((figure) => figure !== "cost_usd");
      const measures = figures.flatMap((figure) => {
        const score = figure === "score" ? "score.quality" : null;
        return [null, "op"].map((by) => ({ measure: { figure, score, by, window_seconds: 900 as const } }));
      });
      const body = { project_id, ...RANGE, measures };
      const { results } = await service.ask<MeasuresResult>("measures.read", readMeasures, body);
      for (const [at, { measure: asked }] of measures.entries()) {
        const { figure, by } = asked;
        const read = results[at]?.measured;
        if (!read) throw new Error(`${figure}: ${results[at]?.problem}`);
        expectClose(figure, read.total.value, counted(figure, calls));
        expect(read.points).toHaveLength(4);
        for (const [window, point] of read.points.entries()) {
          const within = calls.filter(({ second }) => Math.floor(second / 900) === window);
          expectClose(figure, point.value, counted(figure, within));
        }
        for (const { value, total, points } of read.groups) {
          const own = calls.filter(({ op }) => op === value);
          expectClose(figure, total.value, counted(figure, own));
          for (const [window, point] of points.entries())
            expectClose(
              figure,
              point.value,
              counted(
                figure,
                own.filter(({ second }) => Math.floor(second / 900) === window),
              ),
            );
        }
        if (by === "op" && figure === "calls") expect(read.group_count).toBe(new Set(calls.map(({ op }) => op)).size);
      }
    }),
    { numRuns: sized({ once: 2, all: 15, long: 100 }) },
  );
});

it("says why one measure cannot be read, and reads the others, with bins and the range before", async () => {
  const call = { op: "a" as const, hasFailed: false, tokens: undefined, thread: undefined, user: undefined };
  const project_id = await store([
    { ...call, second: 60, durationMs: 3, score: 0.2 },
    { ...call, second: 3000, durationMs: 40, score: 0.9 },
  ]);
  const half = { ...RANGE, after: new Date(BEGIN_MS + HOUR_MS / 2).toISOString() };
  const window_seconds = 60 as const;
  const measures = [
    { measure: { figure: "calls" as const, window_seconds }, with_previous: true },
    { measure: { figure: "calls" as const, by: "nonsense", window_seconds } },
    { measure: { figure: "latency_p50" as const, window_seconds }, with_bins: true },
    { measure: { figure: "tokens" as const, window_seconds }, with_bins: true },
  ];
  const { results } = await service.ask<MeasuresResult>("measures.read", readMeasures, {
    project_id,
    ...half,
    measures,
  });
  expect(results[0]?.measured).toMatchObject({ total: { value: 1 }, previous: { value: 1 }, window_seconds: 60 });
  expect(results[1]).toMatchObject({ measured: null, problem: expect.stringContaining("grouped by nonsense") });
  expect(results[2]?.measured?.bins).toEqual([{ from: 20, to: 50, label: null, count: 1 }]);
  expect(results[3]?.problem).toContain("tokens has no distribution");
});

it("widens the windows of a long range, and takes the range of an empty project as empty", async () => {
  const measures = [{ measure: { figure: "calls" as const, window_seconds: 60 as const } }];
  const day = {
    project_id: "demo/agrees-day",
    after: "2026-11-19T00:00:00Z",
    before: "2026-11-20T00:00:00Z",
    measures,
  };
  const { results } = await service.ask<MeasuresResult>("measures.read", readMeasures, day);
  expect(results[0]?.measured).toMatchObject({ window_seconds: 900, total: { value: 0 } });
  const never = { project_id: "demo/agrees-never", measures };
  const empty = await service.ask<MeasuresResult>("measures.read", readMeasures, never);
  expect(empty).toMatchObject({ after: null, before: null, results: [{ measured: { total: { value: 0 } } }] });
});
