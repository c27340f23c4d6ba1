import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { RawSpan } from "@/lib/api/contract/calls/otel";
import type { CostAuditLine } from "@/lib/api/contract/costs/cost-audit";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { auditCosts } from "@/service/traces/operations/costs/cost-audit";
import { callOf, makeRequest, makeSpan } from "@/service/traces/otel/testing/make-span";
import { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import { storeSpans } from "@/service/traces/otel/turns/store-spans";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { firstOnce, sized } from "@/test/setup/test-length";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 120_000 });

const TRACE = "0b8efff798038103d269b633813fc60c";
const OPS = "0199a000-0000-7000-8000-000000000001";

let service: TestService;
let turns: SpanTurns;

const openTurns = () => {
  turns = new SpanTurns({ store: service.store, calls: service.calls });
  turns.start();
};

beforeAll(async () => {
  service = await openTestService();
  openTurns();
});

afterAll(async () => {
  await turns.close();
  await service.close();
});

const isoOf = (second: number) => new Date(Date.parse("2026-11-20T10:00:00Z") + second * 1000).toISOString();
const nanosOf = (second: number) => `${Date.parse(isoOf(second))}000000`;

/** Weave's calls: an op, and below it the request, whose tokens the SDK also adds to the op. */
async function sendOps(project: string): Promise<void> {
  const [op, request] = [`${project} op`, `${project} request`];
  const usage = { "claude-sonnet-4": { requests: 1, input_tokens: 1000, output_tokens: 300 } };
  const call = (id: string, name: string, parent: string | null) => [
    {
      mode: "start",
      req: {
        start: {
          ...{ project_id: project, id, trace_id: OPS, parent_id: parent, op_name: name, inputs: {}, attributes: {} },
          started_at: isoOf(0),
        },
      },
    },
    { mode: "end", req: { end: { project_id: project, id, ended_at: isoOf(9), output: null, summary: { usage } } } },
  ];
  const batch = [...call(op, "answer", null), ...call(request, "anthropic.Messages.create", op)];
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

const stampOf = (project: string) => ({
  "weave.parent_call.id": `${project} request`,
  "weave.parent_call.trace_id": OPS,
});

/** The span of the provider's SDK, and one below it; both start in Weave's request, and say so. */
const providerSpan = (project: string): RawSpan =>
  makeSpan(
    {
      ...{ "gen_ai.operation.name": "chat", "gen_ai.request.model": "claude-sonnet-4", ...stampOf(project) },
      ...{ "gen_ai.response.model": "claude-sonnet-4-20250514", "gen_ai.response.id": "msg_1" },
      ...{ "gen_ai.usage.input_tokens": 1000, "gen_ai.usage.output_tokens": 300 },
    },
    { traceId: TRACE, spanId: "a000000000000001", startTimeUnixNano: nanosOf(1), endTimeUnixNano: nanosOf(8) },
  );

const innerSpan = (project: string): RawSpan =>
  makeSpan(stampOf(project), {
    ...{ traceId: TRACE, spanId: "a000000000000002", parentSpanId: "a000000000000001", name: "POST" },
    ...{ startTimeUnixNano: nanosOf(2), endTimeUnixNano: nanosOf(7) },
  });

async function sendSpans(project: string, ...sent: readonly (RawSpan | string)[]): Promise<void> {
  const spans = sent.filter((each) => typeof each !== "string");
  const request = makeRequest(spans);
  for (const { scopeSpans } of request.resourceSpans ?? []) {
    for (const scoped of scopeSpans ?? []) scoped.scope = { name: sent.find((each) => typeof each === "string") ?? "" };
  }
  const bytes = Buffer.from(JSON.stringify(request));
  const converted = convertBody({ type: "application/json", bytes, project });
  await storeSpans(turns, converted, "user", (written) => service.calls.write(written.flatMap(({ parts }) => parts)));
}

async function rollUp(): Promise<void> {
  await service.services.rollups.catchUp();
  while (await service.services.rollups.renewChangedHour());
}

interface Row {
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id: string | null;
}

const rangeOf = (project: string) => ({ project_id: project, after: isoOf(-60), before: isoOf(60) });

/** An audit costs as much as all else, so that `npm test` asks for one, of a trace with all of these spans. */
const areAllAudited = sized({ once: false, all: true });

async function expectNoDifference(project: string): Promise<void> {
  const lines = await service.lines<CostAuditLine>("cost.audit", auditCosts, { project_id: project });
  expect(lines.filter(({ kind }) => kind === "difference")).toEqual([]);
}

/** 1,000 tokens in and 300 out, once, in one trace of four calls. */
async function expectOneRequest(project: string, when = ""): Promise<void> {
  const stats = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, rangeOf(project));
  const { prompt_tokens, completion_tokens } = stats.totals.usage;
  expect([stats.totals.call_count, prompt_tokens, completion_tokens], when).toEqual([4, 1000, 300]);
  if (areAllAudited) await expectNoDifference(project);
  const calls = await service.lines<Row>("calls.streamQuery", streamCalls, { project_id: project });
  expect(new Set(calls.map(({ trace_id }) => trace_id)), when).toEqual(new Set([OPS]));
  expect(Object.fromEntries(calls.map(({ id, parent_id }) => [id, parent_id ?? ""])), when).toEqual({
    [`${project} op`]: "",
    [`${project} request`]: `${project} op`,
    a000000000000001: `${project} request`,
    a000000000000002: "a000000000000001",
  });
  const roots = await service.lines<Row>("calls.streamQuery", streamCalls, {
    project_id: project,
    filter: { trace_roots_only: true },
  });
  expect(
    roots.map(({ id }) => id),
    when,
  ).toEqual([`${project} op`]);
}

type Step = (project: string) => Promise<void>;

/** Takes the steps of each row in a project of its own, all first steps before the second ones. Returns the projects. */
async function takeSteps(
  rows: readonly (readonly Step[])[],
  afterEach: () => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const projects = rows.map(() => `e/${uuid4()}`);
  for (let at = 0; at < Math.max(...rows.map((steps) => steps.length)); at += 1) {
    for (const [row, steps] of rows.entries()) await steps[at]?.(projects[row] ?? "");
    await afterEach();
  }
  return projects;
}

describe("the span of a request in a call of Weave", () => {
  const all: Step = (project) => sendSpans(project, innerSpan(project), providerSpan(project));
  const inner: Step = (project) => sendSpans(project, innerSpan(project));
  const provider: Step = (project) => sendSpans(project, providerSpan(project));
  // That of spans after the call is also the order around the restart below.
  const orders = firstOnce<readonly [string, readonly Step[]]>(2, [
    ["before the call", [all, sendOps]],
    ["in exports of their own, before and after the call", [inner, sendOps, provider]],
    ["after the call", [sendOps, all]],
  ]);
  const titleOf = (row: number) => orders[row]?.[0];

  it("is below it and counts once in any order, before rollups and after them", { tags: ["all"] }, async () => {
    const projects = await takeSteps(orders.map(([, steps]) => steps));
    for (const [row, project] of projects.entries()) await expectOneRequest(project, titleOf(row));
    await rollUp();
    for (const [row, project] of projects.entries()) await expectOneRequest(project, titleOf(row));
  });

  it("is below it and counts once in any order where rollups came between", async () => {
    const projects = await takeSteps(
      orders.map(([, steps]) => steps),
      rollUp,
    );
    for (const [row, project] of projects.entries()) await expectOneRequest(project, titleOf(row));
  });

  it("keeps its id for the spans that came before a restart", async () => {
    const project = `e/${uuid4()}`;
    await sendOps(project);
    await inner(project);
    await turns.close();
    openTurns();
    await provider(project);
    await expectOneRequest(project);
  });

  /** A page of the program's server, which began before Weave's op, and the request below it. */
  const page = makeSpan({}, { traceId: TRACE, spanId: "a00000000000000f", name: "POST /answer" });
  const belowPage = (project: string): RawSpan => ({ ...providerSpan(project), parentSpanId: page.spanId ?? "" });
  const retry = makeSpan(
    {},
    { traceId: TRACE, spanId: "a000000000000003", parentSpanId: "a000000000000002", name: "retry" },
  );

  it("counts once below a span that began outside of the call, whichever comes first, and so do spans below it", async () => {
    const orders: readonly (readonly Step[])[] = [
      [(project) => sendSpans(project, page), (project: string) => sendSpans(project, belowPage(project)), sendOps],
      [sendOps, (project: string) => sendSpans(project, belowPage(project)), (project) => sendSpans(project, page)],
      [(project) => sendSpans(project, innerSpan(project), belowPage(project), page), sendOps],
    ];
    const ended = orders.map((steps): readonly Step[] => [
      ...steps,
      (project) => sendSpans(project, innerSpan(project)),
      (project) => sendSpans(project, retry),
    ]);
    const projects = await takeSteps(ended);
    await rollUp();
    for (const project of projects) {
      const { totals } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, rangeOf(project));
      expect([totals.usage.prompt_tokens, totals.usage.completion_tokens]).toEqual([1000, 300]);
      if (areAllAudited || project === projects.at(-1)) await expectNoDifference(project);
      const calls = await service.lines<Row>("calls.streamQuery", streamCalls, { project_id: project });
      expect(Object.fromEntries(calls.map(({ id, parent_id, trace_id }) => [id, [trace_id, parent_id ?? ""]]))).toEqual(
        {
          [`${project} op`]: [OPS, ""],
          [`${project} request`]: [OPS, `${project} op`],
          a00000000000000f: [TRACE, ""],
          a000000000000001: [OPS, `${project} request`],
          a000000000000002: [OPS, "a000000000000001"],
          a000000000000003: [OPS, "a000000000000002"],
        },
      );
    }
  });

  it("stays below the agent of a framework, though the agent comes later", async () => {
    const project = `e/${uuid4()}`;
    const agent = makeSpan(
      {
        ...{ "gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": "claude-sonnet-4", ...stampOf(project) },
        ...{ "gen_ai.usage.input_tokens": 1000, "gen_ai.usage.output_tokens": 300 },
      },
      { traceId: TRACE, spanId: "a00000000000000f", startTimeUnixNano: nanosOf(1), endTimeUnixNano: nanosOf(8) },
    );
    await sendSpans(project, belowPage(project), "pydantic-ai");
    await sendSpans(project, agent, "pydantic-ai");
    const { totals } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, rangeOf(project));
    expect(totals.usage.prompt_tokens).toBe(1000);
  });

  it("names the call only where both halves of its address were sent", () => {
    const { start } = callOf({ "weave.parent_call.id": "c" });
    expect([start.parent_id, start.trace_id]).toEqual([null, "5b8efff798038103d269b633813fc60c"]);
    const named = callOf(
      { "weave.parent_call.id": "c", "weave.parent_call.trace_id": "t" },
      { parentSpanId: "b700000000000000" },
    );
    expect([named.start.parent_id, named.start.trace_id, named.traceId]).toEqual([
      "b700000000000000",
      "t",
      "5b8efff798038103d269b633813fc60c",
    ]);
  });
});
