import fc from "fast-check";
import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type CallsFiguresResult, callsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import {
  BEGINNING_MS,
  byValue,
  type Call,
  type Counted,
  countedCalls,
  figuresIn,
  figuresOf,
  HOUR_MS,
  MODELS,
  OPS,
  opOf,
  PRICE_CHANGE_MS,
  type Selection,
} from "@/service/testing/expected-figures";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { sized } from "@/test/setup/test-length";
import { upsertBatch } from "./call-upsert-batch";
import { deleteManyCalls } from "./calls-delete";
import { readCallStats } from "./calls-stats";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 300_000 });

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

const usage = fc.record({
  requests: fc.nat(2),
  prompt_tokens: fc.constantFrom(0, 10, 1000, 250_000, 500_000),
  completion_tokens: fc.nat(50),
  cache_read_input_tokens: fc.constantFrom(0, 5, 2000),
});
const optionalUsage = fc.option(usage, { nil: undefined, freq: 2 });

const drawnCall = fc.record({
  minute: fc.nat(4 * 60),
  durationMs: fc.option(fc.nat(90_000), { freq: 5 }),
  parentBack: fc.nat(4),
  op: fc.constantFrom(...OPS),
  source: fc.constantFrom("production", "training"),
  thread: fc.option(fc.constantFrom("t1", "t2", "t3")),
  hasFailed: fc.boolean(),
  hasFailedBelow: fc.boolean(),
  models: fc.tuple(optionalUsage, optionalUsage, optionalUsage, optionalUsage),
  span: fc.option(
    fc.record({
      kind: fc.constantFrom("llm", "llm", "agent"),
      source: fc.constantFrom("x", "y"),
      response: fc.option(fc.constantFrom("r", "s"), { freq: 2 }),
    }),
    { freq: 2 },
  ),
  isDeleted: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  isLate: fc.boolean(),
});

/** Trees: a parent is one of the calls drawn before. Also parents that start later than their children. */
const forest = fc.array(drawnCall, { minLength: 1, maxLength: 40, size: "max" }).map((drawn) => {
  const ids = drawn.map(() => uuid4());
  return drawn.map(({ minute, parentBack, models, ...rest }, at): Call => {
    const usageOf = MODELS.flatMap((model, index) => (models[index] ? [[model, models[index]]] : []));
    return {
      ...rest,
      id: ids[at] ?? "",
      startMs: BEGINNING_MS + minute * 60_000,
      parent: parentBack === 0 ? null : (ids[at - parentBack] ?? null),
      usage: Object.fromEntries(usageOf),
    };
  });
});

async function store(project: string, calls: readonly Call[]): Promise<void> {
  const starts = calls.map(({ id, startMs, parent, op, source, thread, span }) => ({
    mode: "start",
    req: {
      start: {
        ...{ project_id: project, id, trace_id: "t", op_name: op, started_at: iso(startMs), parent_id: parent },
        ...{ thread_id: thread, inputs: { id } },
        attributes: {
          heddle: { source },
          ...(span === null ? {} : { kind: span.kind, ...(span.response ? { response_id: span.response } : {}) }),
        },
        ...(span === null ? {} : { otel_dump: { name: op, scope: { name: span.source, version: "" } } }),
      },
    },
  }));
  const ends = calls.flatMap(({ id, startMs, durationMs, hasFailed, hasFailedBelow, usage, isLate }) => {
    if (durationMs === null) return [];
    const summary = { usage, ...(hasFailedBelow ? { status_counts: { error: 1 } } : {}) };
    const failure = hasFailed ? { exception: "x" } : {};
    const end = { project_id: project, id, ended_at: iso(startMs + durationMs), summary, ...failure };
    return [{ isLate, part: { mode: "end", req: { end } } }];
  });
  const send = (batch: object[]) => service.ask("call.upsertBatch", upsertBatch, { batch });
  await send([...starts, ...ends.flatMap(({ isLate, part }) => (isLate ? [] : [part]))]);
  await send(ends.flatMap(({ isLate, part }) => (isLate ? [part] : [])));
  const deleted = calls.filter(({ isDeleted }) => isDeleted).map(({ id }) => id);
  if (deleted.length > 0) {
    await service.ask("calls.delete", deleteManyCalls, { project_id: project, call_ids: deleted });
  }
}

const isSource = (name: string) => ({ $eq: [{ $getField: "source" }, { $literal: name }] });

const everything: Selection = { request: {}, isSelected: () => true };
const selection = fc.constantFrom<Selection[]>(
  everything,
  { request: { filter: { trace_roots_only: true } }, isSelected: ({ parent }) => parent === null },
  { request: { filter: { op_names: ["a"] } }, isSelected: ({ op }) => op === "a" },
  {
    request: { query: { $expr: { $eq: [{ $getField: "thread_id" }, { $literal: "t1" }] } } },
    isSelected: ({ thread }) => thread === "t1",
  },
  {
    request: { query: { $expr: isSource("production") } },
    isSelected: () => true,
    source: "production",
  },
  {
    request: { filter: { op_names: ["a"] }, query: { $expr: isSource("training") } },
    isSelected: ({ op }) => op === "a",
    source: "training",
  },
);

const SAME_DIGITS = 9;

/** The same value with numbers that may differ in their last digits: sums of fractions depend on their order. */
function nearly(value: unknown): unknown {
  if (typeof value === "number") {
    const digitsBefore = Math.max(0, Math.ceil(Math.log10(Math.abs(value) || 1)));
    return expect.closeTo(value, SAME_DIGITS - digitsBefore);
  }
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, nearly(member)]));
}

const expectSame = (got: unknown, expected: unknown) => expect(got).toEqual(nearly(expected));

const BUCKET_MS = 1_200_000;

const iso = (ms: number) => new Date(ms).toISOString();

async function setPrices(project: string): Promise<void> {
  const price = (prompt: number, completion: number, effectiveMs: number) => ({
    mine: { prompt_token_cost: prompt, completion_token_cost: completion, effective_date: iso(effectiveMs) },
  });
  for (const costs of [price(1, 10, BEGINNING_MS - HOUR_MS), price(2, 20, PRICE_CHANGE_MS)]) {
    await service.ask("cost.create", createCosts, { project_id: project, costs });
  }
}

const groups = [
  { by: "op", limit: 1, with_buckets: true },
  { by: "op" },
  { by: "model", with_buckets: true },
  { by: "thread_id", limit: 2, with_buckets: true },
];

const inBucket =
  (start: string) =>
  ({ call }: Counted) =>
    call.startMs >= Date.parse(start) && call.startMs < Date.parse(start) + BUCKET_MS;

type Group = CallsFiguresResult["groups"][number];

function expectValues(group: Group | undefined, expected: readonly (readonly [string, readonly Counted[]])[]): void {
  expectSame(
    group?.values.map(({ value, ...figures }) => [value ?? "", figuresIn(figures)]),
    expected.map(([value, counted]) => [value, figuresOf(counted)]),
  );
}

function expectBuckets(shown: Group["values"][number] | Group["other"] | undefined, counted: readonly Counted[]): void {
  const buckets = shown?.buckets ?? [];
  expect(buckets.reduce((total, { call_count }) => total + call_count, 0)).toBe(counted.length);
  for (const { start, ...figures } of buckets) {
    const { call_count, error_count, total_tokens, cost_usd } = figuresOf(counted.filter(inBucket(start)));
    expectSame(figures, { call_count, error_count, total_tokens, cost_usd });
  }
}

function expectOthers(group: Group | undefined, counted: readonly Counted[]): void {
  const noLatency = { latency: null, mean: null, max: null };
  const expected = counted.length === 0 ? null : { ...figuresOf(counted), ...noLatency };
  expectSame(group?.other ? figuresIn(group.other) : null, expected);
  expectBuckets(group?.other, counted);
}

/** The calls with usage of each model, with the usage of that model alone. */
function byModel(counted: readonly Counted[]): (readonly [string, Counted[]])[] {
  return byValue(counted, ({ usage }) => Object.keys(usage)).map(([model, users]) => {
    const onlyOne = ({ call, usage }: Counted): Counted => ({
      call,
      usage: Object.fromEntries(Object.entries(usage).filter(([name]) => name === model)),
    });
    return [model, users.map(onlyOne)];
  });
}

function expectFigures(result: CallsFiguresResult, counted: readonly Counted[]): void {
  expectSame(figuresIn(result.totals), figuresOf(counted));
  for (const bucket of result.buckets) {
    expectSame(figuresIn(bucket), figuresOf(counted.filter(inBucket(bucket.start))));
  }
  const [firstOp, ops, models, threads] = result.groups;
  const byOp = byValue(counted, opOf);
  expectValues(ops, byOp);
  expectBuckets(firstOp?.values[0], byOp[0]?.[1] ?? []);
  expectOthers(
    firstOp,
    byOp.slice(1).flatMap(([, calls]) => calls),
  );
  expectValues(models, byModel(counted));
  for (const [at, [, calls]] of byModel(counted).entries()) expectBuckets(models?.values[at], calls);
  const byThread = byValue(counted, ({ call }) => [call.thread ?? ""]);
  expect(threads?.value_count).toBe(byThread.length);
  expectValues(threads, byThread.slice(0, 2));
  expectOthers(
    threads,
    byThread.slice(2).flatMap(([, calls]) => calls),
  );
}

describe("figures of any calls", () => {
  it("equal those that are computed call by call", async () => {
    const range = fc.record({ minute: fc.nat(150), minutes: fc.constantFrom(30, 60, 97) });
    await fc.assert(
      fc.asyncProperty(forest, selection, range, async (calls, selected, { minute, minutes }) => {
        const project = `e/${uuid4()}`;
        await setPrices(project);
        await store(project, calls);
        const fromMs = BEGINNING_MS + minute * 60_000;
        const toMs = fromMs + minutes * 60_000;
        const times = { after: iso(fromMs), before: iso(toMs), bucket_seconds: BUCKET_MS / 1000 };
        const body = { project_id: project, ...selected.request, ...times, groups };
        const ask = () => service.ask("calls.stats", readCallStats, body);
        const result = callsFiguresResult.parse(await ask());
        expectFigures(result, countedCalls(calls, selected, fromMs, toMs));
        // The second time the facts of the usage are known.
        expectSame(await ask(), result);
      }),
      { numRuns: sized({ once: 1, all: 12 }), endOnFailure: true },
    );
  });
});
