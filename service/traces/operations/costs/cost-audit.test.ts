import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { type AuditSummary, type CostAuditLine, costAuditLine } from "@/lib/api/contract/costs/cost-audit";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import {
  answeredName,
  type CostOf,
  type DrawnTrace,
  drawnTrace,
  type TrueEntry,
  traceOf,
} from "@/service/traces/otel/testing/drawn-traces";
import { otlpAttributes } from "@/service/traces/otel/testing/make-span";
import { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import { storeSpans } from "@/service/traces/otel/turns/store-spans";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { REPORT_COLUMN_SQL, TOKENS_COLUMN_SQL } from "@/service/traces/store/schema/stored-usage";
import { sized } from "@/test/setup/test-length";
import { auditCosts } from "./cost-audit";
import { createCosts } from "./cost-create";

// Uses a real engine on a shared machine.
vi.setConfig({ testTimeout: 1_800_000 });

let service: TestService;
let turns: SpanTurns;
let projects = 0;

beforeAll(async () => {
  service = await openTestService();
  turns = new SpanTurns({ store: service.store, calls: service.calls });
  turns.start();
});

afterAll(async () => {
  await turns.close();
  await service.close();
});

const FIRST_HOUR_MS = Date.parse("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;
const iso = (hour: number) => new Date(FIRST_HOUR_MS + hour * HOUR_MS).toISOString();

/** Prices per token by model, from an hour on. */
const PRICES = [
  { model: "own", hour: -100, prompt: 2e-6, completion: 6e-6, cached: 1e-6 },
  { model: "own", hour: 1, prompt: 3e-6, completion: 7e-6, cached: 1e-6 },
  { model: "other", hour: -100, prompt: 5e-7, completion: 4e-6, cached: null },
] as const;

/** A price of a model applies to the name that answered, and to the one without its date. */
const trueCost: CostOf = ({ model, hour, uncached, cached, completion }) => {
  const price = PRICES.findLast((one) => [one.model, answeredName(one.model)].includes(model) && one.hour <= hour);
  if (price === undefined) return null;
  return uncached * price.prompt + cached * (price.cached ?? price.prompt) + completion * price.completion;
};

async function newProject(): Promise<string> {
  projects += 1;
  const project = `e/audit-${projects}`;
  for (const { model, hour, prompt, completion, cached } of PRICES) {
    const price = {
      ...{ prompt_token_cost: prompt, completion_token_cost: completion, effective_date: iso(hour) },
      ...(cached === null ? {} : { cache_read_input_token_cost: cached }),
    };
    const costs = { [model]: price, [answeredName(model)]: price };
    await service.ask("cost.create", createCosts, { project_id: project, costs });
  }
  return project;
}

type Spans = DrawnTrace["spans"];

/** One export. */
async function send(project: string, spans: Spans): Promise<void> {
  const scopeSpans = spans.map(({ scope, span }) => ({ scope: { name: scope, version: "1" }, spans: [span] }));
  const bytes = Buffer.from(
    JSON.stringify({ resourceSpans: [{ resource: { attributes: otlpAttributes({}) }, scopeSpans }] }),
  );
  const converted = convertBody({ type: "application/json", bytes, project });
  await storeSpans(turns, converted, "user", (written) => service.calls.write(written.flatMap(({ parts }) => parts)));
}

async function audit(project: string, request: object = {}) {
  const read = await service.lines<CostAuditLine>("cost.audit", auditCosts, { project_id: project, ...request });
  const lines = read.map((line) => costAuditLine.parse(line));
  const summary = lines.at(-1) as AuditSummary;
  expect(summary.kind).toBe("summary");
  return {
    lines,
    summary,
    differences: lines.filter((line) => line.kind === "difference"),
    leftOut: lines.filter((line) => line.kind === "left_out"),
  };
}

interface Shown {
  readonly tokens: number;
  readonly costUsd: number | null;
}

const keyOf = (model: string | null, hour: number) => `${model ?? ""} ${hour}`;

/** The sums that the traces mean, by model and hour. */
function trueSums(entries: readonly TrueEntry[]): Record<string, Shown> {
  const sums: Record<string, Shown> = {};
  for (const entry of entries) {
    const key = keyOf(entry.model, entry.hour);
    const [tokens, cost] = [entry.uncached + entry.cached + entry.completion, trueCost(entry)];
    const { tokens: before, costUsd } = sums[key] ?? { tokens: 0, costUsd: null };
    sums[key] = { tokens: before + tokens, costUsd: cost === null ? costUsd : (costUsd ?? 0) + cost };
  }
  return sums;
}

const rounded = (sums: Record<string, Shown>) =>
  Object.fromEntries(
    Object.entries(sums).map(([key, { tokens, costUsd }]) => [key, { tokens, costUsd: costUsd?.toFixed(9) ?? null }]),
  );

async function shownSums(project: string): Promise<Record<string, Shown>> {
  const { groups } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, {
    ...{ project_id: project, after: iso(0), before: iso(3), bucket_seconds: 3600 },
    groups: [{ by: "model", limit: 50, with_buckets: true }],
  });
  const values = groups[0]?.values ?? [];
  const cells = values.flatMap(({ value, buckets = [] }) =>
    buckets.map(({ start, total_tokens, cost_usd }): [string, Shown] => [
      keyOf(value, (Date.parse(start) - FIRST_HOUR_MS) / HOUR_MS),
      { tokens: total_tokens, costUsd: cost_usd },
    ]),
  );
  return Object.fromEntries(cells.filter(([, { tokens }]) => tokens > 0));
}

/** Also while some calls are in rollups and others are not. */
const areAllStagesAudited = sized({ once: false, all: true });

const rollUp = async () => {
  await service.calls.storedForReader();
  await service.services.rollups.catchUp();
};

/** Sends spans in this many exports, some of which are added up before the next one. */
async function sendInParts(project: string, spans: Spans, exports: number, isRolledUp: () => boolean): Promise<void> {
  const size = Math.ceil(spans.length / exports);
  for (let from = 0; from < spans.length; from += size) {
    await send(project, spans.slice(from, from + size));
    if (isRolledUp()) await rollUp();
  }
}

/** What an audit must say of traces. */
function trueSummary(traces: readonly DrawnTrace[]) {
  const entries = traces.flatMap((trace) => trace.entries);
  const isOther = (entry: TrueEntry) => {
    const own = trueCost(entry);
    return entry.costUsd !== null && own !== null && entry.costUsd > own * 1.5;
  };
  return {
    ...{ incomplete_reason: null, changed_bucket_count: 0, counted_call_count: entries.length },
    checked_calls: traces.reduce((sum, { spans }) => sum + spans.length, 0),
    difference_counts: { call: 0, figures: 0, rollups: 0 },
    left_out_counts: {
      reported_below: traces.reduce((sum, trace) => sum + trace.sums, 0),
      reported_twice: traces.reduce((sum, trace) => sum + trace.twins, 0),
      no_price: entries.filter((entry) => trueCost(entry) === null).length,
      cost_differs: entries.filter(isOther).length,
    },
  };
}

async function expectTruth(project: string, traces: readonly DrawnTrace[]): Promise<AuditSummary> {
  const { summary, differences } = await audit(project);
  expect(differences).toEqual([]);
  expect(summary).toMatchObject(trueSummary(traces));
  const expected = trueSums(traces.flatMap((trace) => trace.entries));
  expect(rounded(await shownSums(project))).toEqual(rounded(expected));
  const tokens = Object.values(expected).reduce((sum, one) => sum + one.tokens, 0);
  const costs = Object.values(expected).flatMap(({ costUsd }) => costUsd ?? []);
  const cost = costs.length === 0 ? undefined : costs.reduce((sum, one) => sum + one).toFixed(9);
  for (const { total_tokens, cost_usd } of [summary.recomputed, summary.shown])
    expect([total_tokens, cost_usd?.toFixed(9)]).toEqual([tokens, cost]);
  return summary;
}

it("finds each token of any trace of any client once in all sums, in any order of arrival", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawnTrace, { minLength: 6, maxLength: 10, size: "max" }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 4 }),
      async (drawn, order, exports) => {
        const project = await newProject();
        const facts = { firstHourMs: FIRST_HOUR_MS, costOf: trueCost };
        const traces = drawn.map((one, at) => traceOf(one, projects * 100 + at + 1, facts));
        const spans = traces
          .flatMap((trace) => trace.spans)
          .map((span) => ({ span, at: order.next().value }))
          .sort((left, right) => left.at - right.at)
          .map(({ span }) => span);
        await sendInParts(project, spans, exports, () => order.next().value % 2 === 0);
        if (areAllStagesAudited) await expectTruth(project, traces);
        await rollUp();
        while (await service.services.rollups.renewChangedHour());
        expect(await expectTruth(project, traces)).toMatchObject({ are_rollups_checked: true });
      },
    ),
    { numRuns: sized({ once: 1, all: 8, long: 500 }) },
  );
});

const usage = (prompt: number, completion: number) => ({ prompt_tokens: prompt, completion_tokens: completion });

/** A call of an SDK. */
const call = (project: string, id: string, rest: object = {}) => ({
  ...{ project_id: project, id: `${project}/${id}`, trace_id: project, op_name: "op", inputs: {}, attributes: {} },
  ...{ started_at: iso(0), ended_at: iso(0), summary: { usage: { own: usage(100, 10) } }, ...rest },
});

async function sendCalls(project: string, ...calls: readonly ReturnType<typeof call>[]): Promise<void> {
  const batch = calls.flatMap(({ ended_at, summary, ...start }) => [
    { mode: "start", req: { start } },
    { mode: "end", req: { end: { project_id: project, id: start.id, ended_at, summary } } },
  ]);
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

it("names each call that is left out, with the reason and what counts in its place", async () => {
  const project = await newProject();
  const below = { parent_id: `${project}/agent`, otel_dump: { scope: { name: "x" } } };
  const request = { kind: "llm", response_id: "r" };
  await sendCalls(
    project,
    call(project, "agent"),
    call(project, "one", { ...below, attributes: { ...request, cost_as_sent_usd: 0.5 } }),
    call(project, "twin", { ...below, attributes: request, otel_dump: { scope: { name: "y" } } }),
    call(project, "free", { summary: { usage: { unheard: usage(7, 1) } } }),
    call(project, "unused", { summary: {} }),
  );
  const { leftOut, summary } = await audit(project);
  const line = (id: string, rest: object) => ({
    ...{ kind: "left_out", call_id: `${project}/${id}`, trace_id: project, model: "own", total_tokens: 110 },
    ...rest,
  });
  const [agent, ...others] = leftOut.toSorted((one, other) => (one.call_id < other.call_id ? -1 : 1));
  expect(agent).toEqual(line("agent", { reason: "reported_below" }));
  expect(others).toEqual([
    line("free", { reason: "no_price", model: "unheard", total_tokens: 8, cost_as_sent_usd: null }),
    line("one", {
      reason: "cost_differs",
      cost_usd: expect.closeTo(100 * 2e-6 + 10 * 6e-6, 12),
      cost_as_sent_usd: 0.5,
    }),
    line("twin", { reason: "reported_twice", counted_call_id: `${project}/one` }),
  ]);
  expect(summary).toMatchObject({ checked_calls: 5, usage_call_count: 4, counted_call_count: 2, bucket_seconds: 3600 });
  expect(summary.difference_counts).toEqual({ call: 0, figures: 0, rollups: 0 });
});

it("lists as many lines as are asked for, and counts all", { tags: ["all"] }, async () => {
  const project = await newProject();
  const calls = Array.from({ length: 5 }, (_, at) =>
    call(project, `${at}`, { summary: { usage: { u: usage(1, 1) } } }),
  );
  await sendCalls(project, ...calls);
  const { leftOut, summary } = await audit(project, { limit: 2 });
  expect([leftOut.length, summary.left_out_counts.no_price]).toEqual([2, 5]);
});

it("counts speech, images and video at the project's price for them, in figures, rollups and the audit", async () => {
  const project = await newProject();
  const prices = { ...{ prompt_token_cost: 2e-6, completion_token_cost: 6e-6 }, effective_date: iso(-100) };
  const media = {
    ...{ audio_input_token_cost: 9e-6, audio_output_token_cost: 2e-5 },
    ...{ image_input_token_cost: 5e-6, image_output_token_cost: 4e-5, video_input_token_cost: 3e-6 },
  };
  await service.ask("cost.create", createCosts, { project_id: project, costs: { seen: { ...prices, ...media } } });
  const seen = {
    ...{ requests: 1, prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
    prompt_tokens_details: { audio_tokens: 400, image_tokens: 250, video_tokens: 100 },
    completion_tokens_details: { audio_tokens: 300, image_tokens: 50, video_tokens: 20 },
  };
  await sendCalls(project, call(project, "one", { summary: { usage: { seen } } }));
  const ofInput = 250 * 2e-6 + 400 * 9e-6 + 250 * 5e-6 + 100 * 3e-6;
  // Video that is made costs as much as text.
  const expected = ofInput + (130 + 20) * 6e-6 + 300 * 2e-5 + 50 * 4e-5;
  const range = { project_id: project, after: iso(-1), before: iso(24) };
  for (const step of [() => undefined, rollUp]) {
    await step();
    const stats = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, range);
    expect(stats.totals.cost_usd).toBeCloseTo(expected, 12);
    if (step !== rollUp && !areAllStagesAudited) continue;
    expect((await audit(project)).summary.difference_counts).toEqual({ call: 0, figures: 0, rollups: 0 });
  }
});

it("finds a damaged row of the rollups, in the hour and the model that it is of", { tags: ["all"] }, async () => {
  const project = await newProject();
  await sendCalls(project, call(project, "a"), call(project, "b", { started_at: iso(1), ended_at: iso(1) }));
  await rollUp();
  expect((await audit(project)).summary).toMatchObject({ are_rollups_checked: true, shown_from: "calls" });
  await service.store.command(
    `ALTER TABLE call_rollups UPDATE prompt = prompt + 5, uncached = uncached + 5, total = total + 5 WHERE project_id = '${project}' AND model = 'own' AND width = 3600 AND start = ${Date.parse(iso(1)) / 1000} SETTINGS mutations_sync = 1`,
  );
  const { differences, summary } = await audit(project);
  const at = { kind: "difference", place: "rollups", model: "own", bucket: "2026-11-20T11:00:00Z" };
  expect(differences).toMatchObject([
    { ...at, value: "prompt_tokens", shown: 105, recomputed: 100 },
    { ...at, value: "total_tokens", shown: 115, recomputed: 110 },
    { ...at, value: "cost_usd" },
  ]);
  expect(summary.difference_counts).toEqual({ call: 0, figures: 0, rollups: 3 });
});

it("finds a wrong stored usage of a call, and the figures that follow from it", async () => {
  const project = await newProject();
  await sendCalls(project, call(project, "a"), call(project, "b"));
  await service.calls.storedForReader();
  // As if an earlier version had computed it otherwise.
  for (const column of ["report", "model_tokens"])
    await service.store.command(`ALTER TABLE call_rows MODIFY COLUMN ${column} REMOVE MATERIALIZED`);
  try {
    await service.store.command(
      `ALTER TABLE call_rows UPDATE model_tokens = [] WHERE project_id = '${project}' AND id = '${project}/b' SETTINGS mutations_sync = 1`,
    );
    await service.store.command(
      `ALTER TABLE call_rows UPDATE report = (1, '', 0, 0) WHERE project_id = '${project}' AND id = '${project}/a' SETTINGS mutations_sync = 1`,
    );
    await rollUp();
    const { differences, summary } = await audit(project);
    expect(differences).toContainEqual({
      ...{ kind: "difference", place: "call", call_id: `${project}/a`, trace_id: project, model: "own" },
      ...{ value: "reported_by", shown: "sum", recomputed: "sdk" },
    });
    expect(differences).toContainEqual({
      ...{ kind: "difference", place: "call", call_id: `${project}/b`, trace_id: project, model: "own" },
      ...{ value: "prompt_tokens", shown: null, recomputed: 100 },
    });
    expect(differences.filter(({ place }) => place !== "call")).toMatchObject(
      ["figures", "rollups"].flatMap((place) =>
        ["prompt_tokens", "completion_tokens", "total_tokens", "cost_usd"].map((value) => ({
          ...{ place, model: "own", bucket: "2026-11-20T10:00:00Z", value },
        })),
      ),
    );
    expect([summary.recomputed.total_tokens, summary.shown.total_tokens]).toEqual([220, 110]);
  } finally {
    for (const column of [TOKENS_COLUMN_SQL, REPORT_COLUMN_SQL])
      await service.store.command(`ALTER TABLE call_rows MODIFY COLUMN ${column}`);
  }
});

it("finds no difference where a range cuts a trace", { tags: ["all"] }, async () => {
  const project = await newProject();
  const inner = { parent_id: `${project}/a`, started_at: iso(1.5), ended_at: iso(1.5) };
  await sendCalls(project, call(project, "a", { started_at: iso(0.1) }), call(project, "b", inner));
  await rollUp();
  for (const [range, checked, tokens] of [
    [{ before: iso(1) }, 1, 0],
    // What starts an hour after a range takes nothing from it.
    [{ after: iso(0), before: iso(0.2) }, 1, 110],
  ] as const) {
    const { summary, differences } = await audit(project, range);
    expect([differences, summary.checked_calls, summary.recomputed.total_tokens]).toEqual([[], checked, tokens]);
  }
});

it("compares by hour, and ranges of more than a month by day or week", async () => {
  const project = await newProject();
  // The audit of the calls that are left out is by hour.
  const days = sized({ once: [32, 800], all: [31, 32, 800] });
  const widths = await Promise.all(
    days.map(async (length) => {
      const { summary } = await audit(project, { after: iso(0), before: iso(24 * length) });
      return summary.bucket_seconds;
    }),
  );
  expect(widths).toEqual([3600, 86_400, 604_800].slice(-days.length));
});

it("says that there is nothing in a project without calls, and stops when its reader leaves", async () => {
  const { lines, summary } = await audit(await newProject());
  expect(lines).toHaveLength(2);
  expect(summary).toMatchObject({ after: null, checked_calls: 0, recomputed: { total_tokens: 0, cost_usd: null } });
  const project = await newProject();
  await sendCalls(project, call(project, "a"));
  const reader = new AbortController();
  const reading = service.iterate("cost.audit", auditCosts, { project_id: project }, reader.signal);
  await expect(async () => {
    for await (const _ of reading) reader.abort();
  }).rejects.toThrow();
});
