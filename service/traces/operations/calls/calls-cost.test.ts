import { v4 as uuid4 } from "uuid";
import { beforeAll, expect, it } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callUsage, usageTotal } from "@/lib/calls/call-facts";
import { compileSelection } from "@/lib/calls/calls-query";
import { ForbiddenError } from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { upsertBatch } from "./call-upsert-batch";
import { readCallStats } from "./calls-stats";
import { streamCalls } from "./calls-stream-query";

let service: TestService;
const project = `e/${uuid4()}`;

const tokens = (prompt: number, completion: number, more: object = {}) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  ...more,
});

const perToken = (prompt: number, completion: number, more: object = {}) => ({
  prompt_token_cost: prompt,
  completion_token_cost: completion,
  effective_date: "2025-01-01T00:00:00Z",
  ...more,
});

/** Prices of the project that change, with rates for the cache; of providers by length and by the hour; none; several. */
const calls = {
  early: { at: "2025-03-01T10:00:00Z", usage: { mine: tokens(3, 1) } },
  late: { at: "2025-03-02T10:00:00Z", usage: { mine: tokens(3, 1) } },
  cached: {
    at: "2025-03-02T10:00:00Z",
    usage: { mine: tokens(10, 0, { cache_read_input_tokens: 4, cache_creation_input_tokens: 2 }) },
  },
  short: { at: "2025-03-02T10:00:00Z", usage: { "gemini-2.5-pro": tokens(1000, 100) } },
  long: { at: "2025-03-02T10:00:00Z", usage: { "gemini-2.5-pro": tokens(300_000, 100) } },
  night: { at: "2025-03-01T17:00:00Z", usage: { "deepseek-chat": tokens(1e6, 1e5) } },
  day: { at: "2025-03-01T12:00:00Z", usage: { "deepseek-chat": tokens(1e6, 1e5) } },
  several: { at: "2025-03-01T12:00:00Z", usage: { "gpt-4o": tokens(10, 1), "no-such-model": tokens(5, 5) } },
  unpriced: { at: "2025-03-01T12:00:00Z", usage: { "no-such-model": tokens(7, 7) } },
  silent: { at: "2025-03-01T12:00:00Z", usage: {} },
} as const;

beforeAll(async () => {
  service = await sharedTestService();
  const cache = { cache_read_input_token_cost: 0.25, cache_creation_input_token_cost: 3 };
  for (const costs of [
    { mine: perToken(1, 10, cache) },
    { mine: perToken(2, 20, { ...cache, effective_date: "2025-03-02T00:00:00Z" }) },
  ]) {
    await service.ask("cost.create", createCosts, { project_id: project, costs });
  }
  const batch = Object.entries(calls).flatMap(([id, { at, usage }]) => {
    const base = { project_id: project, id: `${project}/${id}` };
    const start = { ...base, trace_id: id, op_name: id, started_at: at, attributes: {}, inputs: {} };
    return [
      { mode: "start", req: { start } },
      { mode: "end", req: { end: { ...base, ended_at: at, summary: { usage } } } },
    ];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
});

const list = async (request: Record<string, unknown> = {}): Promise<readonly Call[]> =>
  await service.lines<Call>("calls.streamQuery", streamCalls, { project_id: project, include_costs: true, ...request });

/** The costs that the list shows, by op. */
const shownCosts = async () =>
  new Map((await list()).map((call) => [call.op_name, usageTotal(callUsage(call)).costUsd]));

const namesOf = (listed: readonly Call[]) => listed.map(({ op_name }) => op_name);

function selectionOf(query: string) {
  const compiled = compileSelection({ projectId: project, query, areRootsOnly: false, fromMs: null, toMs: null });
  expect(compiled.problems).toEqual([]);
  return { filter: compiled.filter, ...(compiled.query && { query: compiled.query }) };
}

it("sorts calls by the cost that they show, calls without one last in either direction", async () => {
  const shown = await shownCosts();
  expect([...shown.values()].filter((cost) => cost === null)).toHaveLength(2);
  for (const [direction, sign] of [
    ["desc", -1],
    ["asc", 1],
  ] as const) {
    const sorted = await list({ sort_by: [{ field: "summary.weave.cost_usd", direction }] });
    const costs = namesOf(sorted).map((name) => shown.get(name) ?? null);
    expect(costs.slice(-2)).toEqual([null, null]);
    const known = costs.slice(0, -2).map(Number);
    expect(known).toEqual([...known].sort((left, right) => sign * (left - right)));
  }
});

it("finds the calls whose shown cost meets a condition, and none whose cost is not known", async () => {
  const shown = [...(await shownCosts())].flatMap(([name, cost]) => (cost === null ? [] : [{ name, cost }]));
  for (const { cost } of shown) {
    // Between this cost and its neighbors, which differ by more.
    const bound = cost * 1.0001;
    const over = shown.filter((each) => each.cost > bound).map(({ name }) => name);
    expect(namesOf(await list(selectionOf(`cost:>${bound}`))).sort()).toEqual(over.sort());
  }
  expect(namesOf(await list(selectionOf("-cost:*"))).sort()).toEqual(["silent", "unpriced"]);
});

it("narrows by the other terms first, and counts the same calls in figures", async () => {
  expect(namesOf(await list(selectionOf("op:early,late,long cost:>$20")))).toEqual(["late"]);
  const { totals } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, {
    project_id: project,
    ...selectionOf("model:mine cost:>20"),
  });
  expect(totals.call_count).toBe([...(await shownCosts()).values()].filter((cost) => (cost ?? 0) > 20).length);
});

/** A span of a trace: its parent, its kind and the tokens that it reports. */
type SentSpan = readonly [name: string, parent: string | null, kind: string, prompt: number];

/** Roots without usage; agents that repeat the sums of the requests below; a trace without tokens. */
const traces: Readonly<Record<string, readonly SentSpan[]>> = {
  plain: [
    ["root", null, "chain", 0],
    ["one", "root", "llm", 7],
    ["two", "root", "llm", 5],
  ],
  summed: [
    ["root", null, "chain", 0],
    ["agent", "root", "agent", 30],
    ["one", "agent", "llm", 20],
    ["two", "agent", "llm", 10],
  ],
  deep: [
    ["root", null, "chain", 0],
    ["agent", "root", "agent", 100],
    ["tool", "agent", "tool", 0],
    ["one", "tool", "llm", 1],
  ],
  reporting: [["root", null, "llm", 25]],
  silent: [
    ["root", null, "chain", 0],
    ["tool", "root", "tool", 0],
  ],
};

it("sorts and finds roots that report nothing by the cost of their trace, each token once, as figures have it", async () => {
  const traced = `e/${uuid4()}`;
  await service.ask("cost.create", createCosts, { project_id: traced, costs: { mine: perToken(1, 10) } });
  const batch = Object.entries(traces).flatMap(([trace, spans]) =>
    spans.flatMap(([name, parent, kind, prompt]) => {
      const ids = { project_id: traced, id: `${traced}/${trace}/${name}` };
      const start = {
        ...{
          ...ids,
          trace_id: `${traced}/${trace}`,
          parent_id: parent && `${traced}/${trace}/${parent}`,
          op_name: trace,
        },
        ...{ started_at: "2025-03-01T10:00:00Z", attributes: { kind }, inputs: {} },
        otel_dump: { name, scope: { name: "s", version: "1" }, attributes: {} },
      };
      const usage = prompt === 0 ? {} : { mine: tokens(prompt, 1) };
      return [
        { mode: "start", req: { start } },
        { mode: "end", req: { end: { ...ids, ended_at: "2025-03-01T10:00:01Z", summary: { usage } } } },
      ];
    }),
  );
  await service.ask("call.upsertBatch", upsertBatch, { batch });
  const { groups } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, {
    project_id: traced,
    groups: [{ by: "trace_id" }],
  });
  const shown = new Map(groups[0]?.values.map(({ value, cost_usd }) => [value?.split("/").at(-1), cost_usd]));
  expect([...shown]).toHaveLength(5);
  const roots = { project_id: traced, filter: { trace_roots_only: true } };
  const sorted = await list({ ...roots, sort_by: [{ field: "summary.weave.cost_usd", direction: "desc" }] });
  expect(namesOf(sorted)).toEqual(["summed", "reporting", "plain", "deep", "silent"]);
  expect(
    namesOf(sorted)
      .slice(0, -1)
      .map((name) => shown.get(name)),
  ).toEqual([50, 35, 32, 11]);
  const { query } = compileSelection({
    projectId: traced,
    query: "cost:>32",
    areRootsOnly: true,
    fromMs: null,
    toMs: null,
  });
  expect(namesOf(await list({ ...roots, query })).sort()).toEqual(["reporting", "summed"]);
});

it("refuses a condition on the cost where no prices are read", () => {
  expect(() => callConditions(selectionOf("cost:>1"))).toThrow(ForbiddenError);
});
