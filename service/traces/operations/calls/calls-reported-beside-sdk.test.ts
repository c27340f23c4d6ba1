import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CostAuditLine } from "@/lib/api/contract/costs/cost-audit";
import { traceUsage } from "@/lib/calls/trace-usage";
import { skeletonOf } from "@/lib/trace/skeleton/build-skeleton";
import { skeletonCall } from "@/lib/trace/skeleton/skeleton-call";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { auditCosts } from "@/service/traces/operations/costs/cost-audit";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { makeSpan, otlpAttributes } from "@/service/traces/otel/testing/make-span";
import { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import { storeSpans } from "@/service/traces/otel/turns/store-spans";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { sized } from "@/test/setup/test-length";
import { upsertBatch } from "./call-upsert-batch";
import { streamSkeleton } from "./calls-skeleton";
import { readCallStats } from "./calls-stats";
import { streamCalls } from "./calls-stream-query";
import { readTraceUsage } from "./calls-trace-usage";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 300_000 });

let service: TestService;
let turns: SpanTurns;

beforeAll(async () => {
  service = await openTestService({}, { leastCalls: 1 });
  turns = new SpanTurns({ store: service.store, calls: service.calls });
  turns.start();
});

afterAll(async () => {
  await turns.close();
  await service.close();
});

const TIME_MS = Date.parse("2026-11-20T10:00:00Z");
const isoOf = (ms: number) => new Date(TIME_MS + ms).toISOString();
const nanosOf = (ms: number) => `${TIME_MS + ms}000000`;

/** US dollars per token. */
const PRICE = { prompt: 2e-6, completion: 6e-6 };
const MODEL = "gpt-4o-2024-08-06";

type Tokens = readonly [prompt: number, completion: number];

interface Report {
  readonly tokens: Tokens;
  /** The id of the provider's answer, where it is known. */
  readonly response?: string;
  /** Milliseconds. */
  readonly at?: number;
}

/** An op of the Weave SDK, what its patches report below it, and the requests of spans that ran in it. */
interface Shared {
  readonly sdk: readonly Report[];
  readonly spans: readonly (Report & { readonly client: keyof typeof CLIENTS; readonly isInAgent?: true })[];
  readonly expected: Tokens;
}

const CLIENTS = {
  traceloop: {
    scope: "opentelemetry.instrumentation.openai.v1",
    attributes: ({ tokens: [prompt, completion], response }: Report) => ({
      ...{ "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o", "gen_ai.response.model": MODEL },
      ...{ "gen_ai.usage.input_tokens": prompt, "gen_ai.usage.output_tokens": completion },
      ...(response ? { "gen_ai.response.id": response } : {}),
    }),
  },
  openinference: {
    scope: "openinference.instrumentation.openai",
    attributes: ({ tokens: [prompt, completion], response }: Report) => ({
      ...{ "openinference.span.kind": "LLM", "llm.model_name": MODEL },
      ...{ "llm.token_count.prompt": prompt, "llm.token_count.completion": completion },
      ...(response
        ? { "output.value": `{"id":"${response}","choices":[]}`, "output.mime_type": "application/json" }
        : {}),
    }),
  },
  pydantic: {
    scope: "pydantic-ai",
    attributes: ({ tokens: [prompt, completion], response }: Report) => ({
      ...{ "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o", "gen_ai.response.model": MODEL },
      ...{ "gen_ai.usage.input_tokens": prompt, "gen_ai.usage.output_tokens": completion },
      ...(response ? { "gen_ai.response.id": response } : {}),
    }),
  },
} as const;

const usageOf = ([prompt, completion]: Tokens, requests: number) => ({
  [MODEL]: { requests, prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
});

const sumOf = (reports: readonly Report[]): Tokens => [
  reports.reduce((sum, { tokens }) => sum + tokens[0], 0),
  reports.reduce((sum, { tokens }) => sum + tokens[1], 0),
];

type Step = () => Promise<unknown>;

/** The steps that send a trace: Weave's calls, the lower ones first, and each span in an export of its own. */
function stepsOf(project: string, { sdk, spans }: Shared): readonly Step[] {
  const trace = uuid4();
  const opId = `${trace} op`;
  const sendCall = (id: string, parent: string | null, { at = 0, response }: Partial<Report>, usage: object) => {
    const ids = { project_id: project, id };
    const times = { started_at: isoOf(at), ended_at: isoOf(at + 1000) };
    const output = response ? { id: response, choices: [] } : null;
    const start = { ...ids, trace_id: trace, parent_id: parent, op_name: "op", inputs: {}, attributes: {} };
    const batch = [
      { mode: "start", req: { start: { ...start, started_at: times.started_at } } },
      { mode: "end", req: { end: { ...ids, ended_at: times.ended_at, output, summary: { usage } } } },
    ];
    return service.ask("call.upsertBatch", upsertBatch, { batch });
  };
  const traceId = trace.replaceAll("-", "");
  const stamp = { "weave.parent_call.id": opId, "weave.parent_call.trace_id": trace };
  const sendSpan = async (scope: string, attributes: object, ids: object, at: number) => {
    const span = makeSpan(
      { ...attributes, ...stamp },
      { traceId, ...ids, startTimeUnixNano: nanosOf(at), endTimeUnixNano: nanosOf(at + 990) },
    );
    const resource = { attributes: otlpAttributes({}) };
    const body = {
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: scope, version: "1" }, spans: [span] }] }],
    };
    const bytes = Buffer.from(JSON.stringify(body));
    const converted = convertBody({ type: "application/json", bytes, project });
    await storeSpans(turns, converted, "user", (written) => service.calls.write(written.flatMap(({ parts }) => parts)));
  };
  const agentId = "a000000000000000";
  const hasAgent = spans.some(({ isInAgent }) => isInAgent);
  return [
    ...sdk.map((report, at) => () => sendCall(`${opId} ${at}`, opId, report, usageOf(report.tokens, 1))),
    () => sendCall(opId, null, {}, sdk.length === 0 ? {} : usageOf(sumOf(sdk), sdk.length)),
    ...spans.map(({ client, isInAgent, at = 5, ...report }, index) => () => {
      const { scope, attributes } = CLIENTS[client];
      const ids = { spanId: `b00000000000000${index}`, parentSpanId: isInAgent ? agentId : "" };
      return sendSpan(scope, attributes(report), ids, at);
    }),
    ...(hasAgent
      ? [
          () =>
            sendSpan(
              CLIENTS.pydantic.scope,
              { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "a" },
              { spanId: agentId, parentSpanId: "" },
              1,
            ),
        ]
      : []),
  ];
}

const openai = { tokens: [100, 20], response: "chatcmpl-1" } as const;
const { response: _, ...unnamed } = openai;

const CASES: Readonly<Record<string, Shared>> = {
  "the same response": { sdk: [openai], spans: [{ client: "traceloop", ...openai }], expected: [100, 20] },
  "the same response, of an answer that has other counts": {
    sdk: [openai],
    spans: [{ client: "traceloop", ...openai, tokens: [90, 19] }],
    expected: [90, 19],
  },
  "the same answer, where the span has no id": {
    sdk: [openai],
    spans: [{ client: "openinference", ...unnamed }],
    expected: [100, 20],
  },
  "the same answer, where the SDK has no id": {
    sdk: [unnamed],
    spans: [{ client: "traceloop", ...openai }],
    expected: [100, 20],
  },
  "a request below the span of an agent": {
    sdk: [openai],
    spans: [{ client: "pydantic", ...openai, isInAgent: true }],
    expected: [100, 20],
  },
  "three reports": {
    sdk: [openai],
    spans: [
      { client: "pydantic", ...openai, isInAgent: true },
      { client: "openinference", ...openai },
    ],
    expected: [100, 20],
  },
  "two requests at a time with answers of one length": {
    sdk: [unnamed, { ...unnamed, at: 2 }],
    spans: [
      { client: "traceloop", ...unnamed },
      { client: "traceloop", ...unnamed, at: 7 },
    ],
    expected: [200, 40],
  },
  "another response": {
    sdk: [openai],
    spans: [{ client: "traceloop", ...openai, response: "chatcmpl-2" }],
    expected: [200, 40],
  },
  "another time": { sdk: [openai], spans: [{ client: "openinference", ...unnamed, at: 1500 }], expected: [200, 40] },
  "another answer": {
    sdk: [openai],
    spans: [{ client: "openinference", tokens: [100, 21] }],
    expected: [200, 41],
  },
};

/** Variations of other cases, which `npm test` leaves out. */
const leftOut = sized({
  once: ["the same response, of an answer that has other counts", "three reports", "another answer"],
  all: [],
});

/** Of each trace, also while some calls are in rollups and others are not. */
const areAllPlacesCompared = sized({ once: false, all: true });

interface TreeUsage {
  readonly call_usage: Readonly<
    Record<string, Readonly<Record<string, { prompt_tokens: number; completion_tokens: number }>>>
  >;
}

async function statsOf(project: string, rest: object) {
  const range = { project_id: project, after: isoOf(0), before: isoOf(3_600_000), bucket_seconds: 3600 };
  const { totals } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, { ...range, ...rest });
  const { prompt_tokens: prompt, completion_tokens: completion } = totals.usage;
  return { tokens: [prompt, completion], costUsd: totals.cost_usd?.toFixed(9) };
}

/** The sums of all places, and the cost of the figures. */
async function figures(project: string): Promise<Readonly<Record<string, unknown>>> {
  const tokensOf = ({ tokensIn, tokensOut }: { tokensIn: number | null; tokensOut: number | null }) => [
    tokensIn,
    tokensOut,
  ];
  const calls = await service.lines<Call>("calls.streamQuery", streamCalls, { project_id: project });
  const tree = await service.ask<TreeUsage>("calls.traceUsage", readTraceUsage, { project_id: project });
  const root = calls.find(({ parent_id }) => !parent_id);
  const ofRoot = Object.values(tree.call_usage[root?.id ?? ""] ?? {});
  const skeleton = await service.lines<Call>("calls.skeleton", streamSkeleton, { project_id: project });
  const audit = await service.lines<CostAuditLine>("cost.audit", auditCosts, { project_id: project });
  const summary = audit.at(-1);
  if (summary?.kind !== "summary") throw new Error("The audit has no summary");
  return {
    figures: await statsOf(project, {}),
    rows: await statsOf(project, { query: { $expr: { $gte: [{ $getField: "started_at" }, { $literal: 0 }] } } }),
    tree: [
      ofRoot.reduce((sum, one) => sum + one.prompt_tokens, 0),
      ofRoot.reduce((sum, one) => sum + one.completion_tokens, 0),
    ],
    skeleton: tokensOf(skeletonOf(skeleton.map(skeletonCall)).usage),
    calls: tokensOf(traceUsage(calls)),
    audit: [summary.recomputed.total_tokens, summary.shown.total_tokens, summary.difference_counts],
  };
}

function expectedFigures([prompt, completion]: Tokens) {
  const cost = { costUsd: (prompt * PRICE.prompt + completion * PRICE.completion).toFixed(9) };
  const tokens = [prompt, completion];
  const total = prompt + completion;
  return {
    ...{ figures: { tokens, ...cost }, rows: { tokens, ...cost }, tree: tokens, skeleton: tokens, calls: tokens },
    audit: [total, total, { call: 0, figures: 0, rollups: 0 }],
  };
}

/**
 * Sends the traces step by step, each in an order of its own, and adds the calls up after every other step.
 *
 * @param isReversed whether the spans of a trace come before the calls of the SDK
 */
async function expectOnce(isReversed: (trace: number) => boolean) {
  const cases = Object.entries(CASES).filter(([title]) => !leftOut.includes(title));
  const traces = cases.map(([title, trace]) => ({ title, trace, project: `e/${uuid4()}` }));
  const price = {
    prompt_token_cost: PRICE.prompt,
    completion_token_cost: PRICE.completion,
    effective_date: isoOf(-1e9),
  };
  const queues = traces.map(({ project, trace }, at) => {
    const steps = stepsOf(project, trace);
    return isReversed(at) ? steps.toReversed() : steps;
  });
  for (const { project } of traces)
    await service.ask("cost.create", createCosts, { project_id: project, costs: { [MODEL]: price } });
  for (let at = 0; at < Math.max(...queues.map(({ length }) => length)); at += 1) {
    for (const queue of queues) await queue[at]?.();
    if (at % 2 === 0) await rollUp();
  }
  for (const [at, { title, trace, project }] of traces.entries()) {
    const expected = expectedFigures(trace.expected);
    // Only figures and the audit depend on how far the rollups are.
    if (at === 0 || areAllPlacesCompared)
      expect({ title, ...(await figures(project)) }).toEqual({ title, ...expected });
    else expect({ title, ...(await statsOf(project, {})) }).toEqual({ title, ...expected.figures });
  }
  await rollUp();
  while (await service.services.rollups.renewChangedHour());
  for (const { title, trace, project } of traces)
    expect({ title, ...(await figures(project)) }).toEqual({ title, ...expectedFigures(trace.expected) });
}

async function rollUp(): Promise<void> {
  await service.calls.storedForReader();
  await service.services.rollups.catchUp();
}

it("counts a request once that a call of an SDK and a span beside it report, in any order of arrival", () =>
  expectOnce((trace) => trace % 2 === 0));

it("counts a request once in the other order of arrival too", { tags: ["all"] }, () =>
  expectOnce((trace) => trace % 2 === 1),
);
