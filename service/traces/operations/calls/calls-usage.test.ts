import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { callsUsageResult } from "@/lib/api/contract/calls/call-usage";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { routerTarget } from "@/service/testing/router-target";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import type { Target } from "@/test/contract/target";
import { upsertBatch } from "./call-upsert-batch";
import { readTraceUsage } from "./calls-trace-usage";
import { readCallsUsage } from "./calls-usage";

let service: TestService;
let target: Target;

beforeAll(async () => {
  service = await sharedTestService();
  target = routerTarget(service, {
    "call.upsertBatch": upsertBatch,
    "calls.usage": readCallsUsage,
    "calls.traceUsage": readTraceUsage,
  });
});

const newProject = () => `e/${uuid4()}`;
const AT = "2026-11-20T10:00:00Z";

interface Given {
  readonly id: string;
  readonly parent?: string;
  readonly usage?: object;
  readonly trace?: string;
  readonly isRunning?: boolean;
}

async function store(project: string, ...calls: readonly Given[]): Promise<void> {
  const batch = calls.flatMap(({ id, parent = null, usage, trace = "t", isRunning = false }) => {
    const base = { project_id: project, id };
    const start = { ...base, trace_id: trace, op_name: "op", parent_id: parent, started_at: AT };
    const end = { ...base, ended_at: AT, summary: usage ? { usage } : {} };
    return [
      { mode: "start", req: { start: { ...start, attributes: {}, inputs: {} } } },
      ...(isRunning ? [] : [{ mode: "end", req: { end } }]),
    ];
  });
  await target.ask("call.upsertBatch", { batch });
}

const tokens = (prompt: number, completion = 0, rest: object = {}) => ({
  requests: 1,
  prompt_tokens: prompt,
  completion_tokens: completion,
  ...rest,
});

const ofTrace = async (project_id: string, request: object = {}) =>
  callsUsageResult.parse(await target.ask("calls.traceUsage", { project_id, ...request }));
const ofCalls = async (project_id: string, call_ids: readonly string[], request: object = {}) =>
  callsUsageResult.parse(await target.ask("calls.usage", { project_id, call_ids, ...request }));

/** Prompt tokens by call and model. */
const prompts = ({ call_usage }: Awaited<ReturnType<typeof ofTrace>>) =>
  Object.fromEntries(
    Object.entries(call_usage).map(([id, models]) => [
      id,
      Object.fromEntries(Object.entries(models).map(([model, usage]) => [model, usage.prompt_tokens])),
    ]),
  );

describe("/trace/usage", () => {
  it("adds up calls below a call at any depth, by model", async () => {
    const project = newProject();
    await store(
      project,
      { id: "root" },
      { id: "agent", parent: "root", usage: { m: tokens(5) } },
      { id: "chat", parent: "agent", usage: { n: tokens(10, 1) } },
      { id: "chat-2", parent: "agent", usage: { n: tokens(20, 2) } },
      { id: "tool", parent: "root" },
    );
    const result = await ofTrace(project, { filter: { trace_ids: ["t"] } });
    expect(prompts(result)).toEqual({
      root: { m: 5, n: 30 },
      agent: { m: 5, n: 30 },
      chat: { n: 10 },
      "chat-2": { n: 20 },
      tool: {},
    });
    expect(result.call_usage.root?.n).toMatchObject({ requests: 2, completion_tokens: 3, total_tokens: 33 });
  });

  it("counts tokens that are sent alone, and under an escaped name", async () => {
    const project = newProject();
    await store(project, { id: "without" });
    const start = { project_id: project, id: "escaped", trace_id: "t", op_name: "op", started_at: AT };
    const request = {
      batch: [
        { mode: "start", req: { start: { ...start, attributes: {}, inputs: {} } } },
        { mode: "end", req: { end: { project_id: project, id: "escaped", ended_at: AT, summary: "SUMMARY" } } },
      ],
    };
    const summary = '{"\\u0075sage":{"m":{"prompt_tokens":7}}}';
    await service.ask("call.upsertBatch", upsertBatch, JSON.stringify(request).replace('"SUMMARY"', summary));
    await store(project, { id: "with", usage: { m: tokens(5) } });
    const result = await ofTrace(project, { filter: { trace_ids: ["t"] } });
    expect(prompts(result)).toEqual({ without: {}, escaped: { m: 7 }, with: { m: 5 } });
  });

  it("counts tokens once that a client added to every call above", async () => {
    const project = newProject();
    await store(
      project,
      { id: "root", usage: { m: tokens(30) } },
      { id: "middle", parent: "root", usage: { m: tokens(30) } },
      { id: "a", parent: "middle", usage: { m: tokens(10) } },
      { id: "b", parent: "middle", usage: { m: tokens(20) } },
    );
    expect(prompts(await ofTrace(project))).toEqual({ root: { m: 30 }, middle: { m: 30 }, a: { m: 10 }, b: { m: 20 } });
  });

  it("sees only selected calls", async () => {
    const project = newProject();
    await store(
      project,
      { id: "root", usage: { m: tokens(30) } },
      { id: "a", parent: "root", usage: { m: tokens(10) } },
      { id: "elsewhere", trace: "u", usage: { m: tokens(1) } },
    );
    expect(prompts(await ofTrace(project, { filter: { trace_roots_only: true, trace_ids: ["t"] } }))).toEqual({
      root: { m: 30 },
    });
    const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: "a" }] } };
    expect(prompts(await ofTrace(project, { query }))).toEqual({ a: { m: 10 } });
  });

  it("adds costs on request, and null where tokens have no price", async () => {
    const project = newProject();
    const rates = { prompt_token_cost: 1, completion_token_cost: 2, cache_read_input_token_cost: 0.5 };
    const price = { ...rates, effective_date: "2020-01-01T00:00:00Z" };
    await service.ask("cost.create", createCosts, { project_id: project, costs: { m: price } });
    await store(
      project,
      { id: "root" },
      { id: "a", parent: "root", usage: { m: tokens(10, 3, { cache_read_input_tokens: 4 }), none: tokens(1) } },
      { id: "b", parent: "root", usage: { m: tokens(1) } },
    );
    const { root } = (await ofTrace(project, { include_costs: true })).call_usage;
    expect(root?.m).toMatchObject({
      prompt_tokens_total_cost: 7,
      cache_read_input_tokens_total_cost: 2,
      completion_tokens_total_cost: 6,
      cache_creation_input_tokens_total_cost: 0,
    });
    expect(root?.none?.prompt_tokens_total_cost).toBeNull();
    expect((await ofTrace(project)).call_usage.root?.m?.prompt_tokens_total_cost).toBeNull();
  });

  it("names calls without an end, and ends with parents in a circle", async () => {
    const project = newProject();
    await store(
      project,
      { id: "b", parent: "a", usage: { m: tokens(2) } },
      { id: "a", parent: "b", usage: { m: tokens(1) } },
      { id: "self", parent: "self", usage: { m: tokens(4) } },
      { id: "running", isRunning: true },
    );
    const result = await ofTrace(project);
    expect(result.unfinished_call_ids).toEqual(["running"]);
    expect(prompts(result)).toEqual({ a: { m: 1 }, b: { m: 2 }, self: { m: 4 }, running: {} });
  });

  it("refuses more calls than its limit instead of adding up some of them", async () => {
    const project = newProject();
    await store(project, { id: "a" }, { id: "b" });
    const failure = await target.fail("calls.traceUsage", { project_id: project, limit: 1 });
    expect(failure).toMatchObject({ status: 400, reason: expect.stringContaining("more than 1 calls") });
    expect(Object.keys((await ofTrace(project, { limit: 2 })).call_usage)).toHaveLength(2);
    expect((await target.fail("calls.traceUsage", { project_id: project, limit: 0 })).places).toEqual(["body.limit"]);
  });
});

describe("/calls/usage", () => {
  it("returns the given calls with everything below them, also from several traces", async () => {
    const project = newProject();
    await store(
      project,
      { id: "r1", trace: "1" },
      { id: "c1", parent: "r1", trace: "1", usage: { m: tokens(10) } },
      { id: "r2", trace: "2" },
      { id: "c2", parent: "r2", trace: "2", usage: { m: tokens(20) }, isRunning: true },
      { id: "d2", parent: "c2", trace: "2", usage: { m: tokens(3) } },
      { id: "r3", trace: "3", usage: { m: tokens(40) } },
    );
    const result = await ofCalls(project, ["r1", "r2", "absent"]);
    expect(prompts(result)).toEqual({ r1: { m: 10 }, r2: { m: 3 }, absent: {} });
    expect(result.unfinished_call_ids).toEqual(["c2"]);
  });

  it("returns nothing for no calls", async () => {
    const project = newProject();
    await store(project, { id: "a", usage: { m: tokens(1) } });
    expect(await ofCalls(project, [])).toEqual({ call_usage: {}, unfinished_call_ids: [] });
  });

  it("keeps to its own project", async () => {
    const [project, other] = [newProject(), newProject()];
    await store(other, { id: "same", usage: { m: tokens(1) } });
    expect(prompts(await ofCalls(project, ["same"]))).toEqual({ same: {} });
  });
});
