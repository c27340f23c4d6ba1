import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { traceUsage } from "@/lib/calls/trace-usage";
import { skeletonOf } from "@/lib/trace/skeleton/build-skeleton";
import { skeletonCall } from "@/lib/trace/skeleton/skeleton-call";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { sized } from "@/test/setup/test-length";
import { upsertBatch } from "./call-upsert-batch";
import { streamSkeleton } from "./calls-skeleton";
import { readCallStats } from "./calls-stats";
import { streamCalls } from "./calls-stream-query";
import { readTraceUsage } from "./calls-trace-usage";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 300_000 });

let service: TestService;

beforeAll(async () => {
  service = await openTestService({}, { leastCalls: 1 });
});

afterAll(() => service.close());

const TIME_MS = Date.parse("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const iso = (ms: number) => new Date(TIME_MS + ms).toISOString();

interface Sent {
  readonly parent?: string;
  /** Of a span; absent for a call of an SDK. */
  readonly kind?: string;
  readonly scope?: string;
  readonly responseId?: string;
  readonly model?: string;
  readonly tokens?: readonly [prompt: number, completion: number];
  readonly cached?: number;
  /** Milliseconds. */
  readonly at?: number;
}

type Trace = Readonly<Record<string, Sent>>;

/** A call of a trace, which has the calls of its own hour. */
interface Placed {
  readonly project: string;
  readonly trace: string;
  readonly hour: number;
  readonly id: string;
  readonly sent: Sent;
}

function partsOf({ project, trace, hour, id, sent }: Placed): readonly object[] {
  const { parent, kind, scope = "", responseId, model = "gpt-4o-2024-08-06", tokens, cached, at = 0 } = sent;
  const ids = { project_id: project, id: `${trace}/${id}` };
  const attributes = { ...(kind ? { kind } : {}), ...(responseId ? { response_id: responseId } : {}) };
  const startMs = hour * HOUR_MS + at;
  const start = {
    ...{ ...ids, trace_id: trace, parent_id: parent ? `${trace}/${parent}` : null, op_name: "op" },
    ...{ started_at: iso(startMs), attributes, inputs: {} },
    ...(kind === undefined ? {} : { otel_dump: { name: id, scope: { name: scope, version: "1", attributes: {} } } }),
  };
  const usage = tokens && {
    [model]: {
      ...{ requests: 1, prompt_tokens: tokens[0], completion_tokens: tokens[1] },
      ...(cached ? { cache_read_input_tokens: cached } : {}),
    },
  };
  const end = { ...ids, ended_at: iso(startMs + 1000), summary: usage ? { usage } : {} };
  return [
    { mode: "start", req: { start } },
    { mode: "end", req: { end } },
  ];
}

const send = (placed: readonly Placed[]) =>
  service.ask("call.upsertBatch", upsertBatch, { batch: placed.flatMap(partsOf) });

type Figures = readonly [prompt: number | null, completion: number | null];

interface Cell {
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

interface Answer {
  readonly totals: Cell;
  readonly buckets: readonly Cell[];
  readonly quantile_error: number;
}

interface TreeUsage {
  readonly call_usage: Readonly<
    Record<string, Readonly<Record<string, { prompt_tokens: number; completion_tokens: number }>>>
  >;
}

const figuresOf = ({ tokensIn, tokensOut }: { tokensIn: number | null; tokensOut: number | null }): Figures => [
  tokensIn,
  tokensOut,
];

/** The sums of each hour, each of which has one trace. */
async function sumsOfHours(project: string, hours: number, rest: object = {}): Promise<[readonly Figures[], number]> {
  const range = { project_id: project, after: iso(0), before: iso(hours * HOUR_MS), bucket_seconds: 3600 };
  const { buckets, quantile_error } = await service.ask<Answer>("calls.stats", readCallStats, { ...range, ...rest });
  return [buckets.map(({ usage }) => [usage.prompt_tokens, usage.completion_tokens]), quantile_error];
}

/** For each trace, the sums of all places that add its usage up. */
async function figures(project: string, traces: readonly Trace[]): Promise<readonly object[]> {
  const [rolled, error] = await sumsOfHours(project, traces.length);
  expect(error).toBeGreaterThan(0);
  const everything = { $gte: [{ $getField: "started_at" }, { $literal: 0 }] };
  const [rows] = await sumsOfHours(project, traces.length, { query: { $expr: everything } });
  const tree = await service.ask<TreeUsage>("calls.traceUsage", readTraceUsage, { project_id: project });
  const skeleton = await service.lines<Call>("calls.skeleton", streamSkeleton, { project_id: project });
  const calls = await service.lines<Call>("calls.streamQuery", streamCalls, { project_id: project });
  return traces.map((trace, hour) => {
    const name = traceName(hour);
    const roots = Object.entries(trace).filter(([, { parent }]) => parent === undefined || trace[parent] === undefined);
    const ofRoots = roots.flatMap(([id]) => Object.values(tree.call_usage[`${name}/${id}`] ?? {}));
    const ofTrace = ({ id }: { readonly id: string }) => id.startsWith(`${name}/`);
    return {
      rolled: rolled[hour],
      rows: rows[hour],
      tree: [
        ofRoots.reduce((sum, one) => sum + one.prompt_tokens, 0),
        ofRoots.reduce((sum, one) => sum + one.completion_tokens, 0),
      ],
      skeleton: figuresOf(skeletonOf(skeleton.filter(ofTrace).map(skeletonCall)).usage),
      calls: figuresOf(traceUsage(calls.filter(ofTrace))),
    };
  });
}

const root: Sent = { kind: "chain" };
const request = (scope: string, rest: Sent = {}): Sent => ({
  ...{ parent: "root", kind: "llm", scope, tokens: [100, 20] },
  ...rest,
});

const cases: readonly (readonly [title: string, trace: Trace, expected: Figures])[] = [
  [
    "a sum under the name that was asked for",
    { root: { kind: "agent", model: "gpt-4o", tokens: [100, 20] }, chat: request("ai") },
    [100, 20],
  ],
  [
    "a sum without a model, and one of several models",
    {
      root: { kind: "agent", model: "usage", tokens: [110, 25] },
      step: { parent: "root", kind: "chain", model: "other", tokens: [110, 25] },
      chat: request("ai", { parent: "step" }),
      embed: request("ai", { parent: "step", kind: "embedding", model: "e", tokens: [10, 5] }),
    },
    [110, 25],
  ],
  ["a running sum of an agent", { root: { kind: "agent", tokens: [300, 60] }, chat: request("ai") }, [100, 20]],
  [
    "what only a span above reports",
    { root: { kind: "agent", model: "gpt-4o", tokens: [100, 20] }, tool: { parent: "root", kind: "tool" } },
    [100, 20],
  ],
  [
    "the usage of an SDK, also where it names the model without its date",
    { root: { model: "openai/gpt-4o", tokens: [100, 20] }, chat: { parent: "root", tokens: [100, 20] } },
    [100, 20],
  ],
  [
    "the request below a call of an SDK",
    { root: { tokens: [100, 20] }, chat: request("anthropic", { responseId: "r" }) },
    [100, 20],
  ],
  [
    "siblings with the same response",
    { root, one: request("traceloop", { responseId: "r" }), other: request("anthropic", { responseId: "r", at: 10 }) },
    [100, 20],
  ],
  [
    "a child with the same response, of the report that has the cached tokens",
    {
      root,
      one: request("openlit", { responseId: "r", tokens: [20, 20] }),
      other: request("anthropic", { parent: "one", responseId: "r", cached: 80 }),
    },
    [100, 20],
  ],
  [
    "siblings with the same answer, one of which does not know its response",
    { root, one: request("openinference"), other: request("anthropic", { responseId: "r", model: "gpt-4o", at: 10 }) },
    [100, 20],
  ],
  [
    "a child with the same answer of the same instrumentation",
    { root, one: request("ai"), other: request("ai", { parent: "one", at: 10 }) },
    [100, 20],
  ],
  [
    "three reports of two requests at the same time",
    {
      root,
      ...{ a: request("x"), b: request("x", { at: 1 }) },
      ...{ c: request("y"), d: request("y", { at: 1 }), e: request("z"), f: request("z", { at: 1 }) },
    },
    [200, 40],
  ],
];

const apart: readonly (readonly [title: string, trace: Trace, expected: Figures])[] = [
  ["requests of one instrumentation at the same time", { root, one: request("ai"), other: request("ai") }, [200, 40]],
  ["one after another", { root, one: request("x"), other: request("y", { at: 2000 }) }, [200, 40]],
  [
    "those with different responses",
    { root, one: request("x", { responseId: "r" }), other: request("y", { responseId: "s" }) },
    [200, 40],
  ],
  ["other answers", { root, one: request("x"), other: request("y", { tokens: [100, 21] }) }, [200, 41]],
  ["other models", { root, one: request("x"), other: request("y", { model: "o3" }) }, [200, 40]],
  [
    "a request in a tool below another request",
    {
      root: { kind: "agent", model: "gpt-4o", tokens: [130, 27] },
      chat: request("adk"),
      tool: { parent: "chat", kind: "tool" },
      inner: request("adk", { parent: "tool", tokens: [30, 7] }),
    },
    [130, 27],
  ],
];

const WAVES_BETWEEN_ROLLUPS = sized({ once: 2, all: 1 });

const traceName = (hour: number) => `trace-${hour}`;

/** Sends the calls of all traces in this order, one of each at a time, with rollups between. */
async function sendAll(
  traces: readonly Trace[],
  ordered: (ids: readonly string[]) => readonly string[],
): Promise<string> {
  const project = `e/${uuid4()}`;
  const queues = traces.map((trace, hour) => ({ trace, hour, ids: ordered(Object.keys(trace)) }));
  for (let at = 0; at < Math.max(...queues.map(({ ids }) => ids.length)); at += 1) {
    const placed = queues.flatMap(({ trace, hour, ids }): readonly Placed[] => {
      const [id, sent] = [ids[at] ?? "", trace[ids[at] ?? ""]];
      return sent === undefined ? [] : [{ project, trace: traceName(hour), hour, id, sent }];
    });
    await send(placed);
    await service.calls.storedForReader();
    if (at % WAVES_BETWEEN_ROLLUPS === 0) await service.services.rollups.catchUp();
  }
  await service.services.rollups.catchUp();
  return project;
}

async function compareAll(ordered: (ids: readonly string[]) => readonly string[], renews: boolean): Promise<void> {
  const all = [...cases, ...apart];
  const traces = all.map(([, trace]) => trace);
  const project = await sendAll(traces, ordered);
  const found = await figures(project, traces);
  for (const [index, [title, , expected]] of all.entries()) {
    const places = found[index] ?? {};
    expect(places, title).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, expected])));
  }
  if (!renews) return;
  while (await service.services.rollups.renewChangedHour());
  const [renewed] = await sumsOfHours(project, traces.length);
  expect(renewed).toEqual(all.map(([, , expected]) => expected));
}

it("counts each token once in all places, when calls are sent after those below them", () =>
  compareAll((ids) => [...ids].reverse(), false));

it("counts each token once in all places, when calls are sent before those below them", { tags: ["all"] }, () =>
  compareAll((ids) => ids, true),
);

it("counts a request by the calls that are selected", async () => {
  const project = `e/${uuid4()}`;
  const place = { project, trace: project, hour: 0 };
  await send([
    { ...place, id: "one", sent: request("x", { responseId: "r" }) },
    { ...place, id: "other", sent: request("y", { responseId: "r", parent: "one" }) },
  ]);
  await service.calls.storedForReader();
  await service.services.rollups.catchUp();
  const tokensOf = async (id: string) => {
    const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: `${project}/${id}` }] } };
    const { totals } = await service.ask<Answer>("calls.stats", readCallStats, { project_id: project, query });
    return totals.usage.prompt_tokens;
  };
  expect([await tokensOf("one"), await tokensOf("other")]).toEqual([100, 100]);
});
