import fc from "fast-check";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CallsFiguresResult, callsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { toEngineTime } from "@/service/traces/store/engine/timestamps";
import { ROLLED_QUANTILE_ERROR } from "@/service/traces/store/figures/call-cells";
import { isLong, scaled, sized } from "@/test/setup/test-length";
import { upsertBatch } from "./call-upsert-batch";
import { deleteManyCalls } from "./calls-delete";
import { readCallStats } from "./calls-stats";

// Uses a real engine on a shared machine.
// One drawing is a quarter of a minute of work; beside browsers and other tests it gets a tenth of the machine.
vi.setConfig({ testTimeout: 1_800_000 });

let service: TestService;

/** Rollups answer for any number of calls, and a batch is rarely all there is. */
beforeAll(async () => {
  service = await openTestService({}, { leastCalls: 1, batchCalls: 5 });
});

afterAll(() => service.close());

const BEGINNING_MS = Date.parse("2026-11-19T22:00:00Z");
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOURS = 6;
/** Of drawings that rollups answer, also for an op, and of those that rollups of nested usage answer. */
const FIRST_SEED = sized({ once: 11, all: 5 });
const FIRST_NESTED_SEED = sized({ once: 8, all: 9 });

const iso = (ms: number) => new Date(ms).toISOString();

/** One has a price of its own, one a price that rises with the length, one a price by the time of day, one none. */
const MODELS = ["mine", "gemini-2.5-pro", "deepseek-chat", "unknown"] as const;

interface Call {
  readonly id: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly parent: string | null;
  readonly op: string;
  /** Production unless named. */
  readonly source?: string;
  readonly hasFailed: boolean;
  readonly usage: object;
  /** The span's report of its usage; null for calls of SDKs. */
  readonly span?: { readonly kind: string; readonly source: string; readonly response: string | null } | null;
  /** The step in which it starts and the one in which it ends; later than the last one is never. */
  readonly startStep: number;
  readonly endStep: number;
  /** The step after which it is deleted. */
  readonly deletedStep: number | null;
}

const STEPS = 4;

const usage = fc.record({
  requests: fc.nat(2),
  prompt_tokens: fc.constantFrom(0, 10, 1000, 199_999, 200_000, 250_000, 500_000),
  completion_tokens: fc.nat(50),
  cache_read_input_tokens: fc.constantFrom(0, 5, 2000),
});

const drawnCall = fc.record({
  startMs: fc.nat(HOURS * HOUR_MS).map((ms) => BEGINNING_MS + ms),
  durationMs: fc.oneof(fc.nat(300), fc.nat(4 * HOUR_MS)),
  parentBack: fc.nat(4),
  op: fc.constantFrom("a", "b", "weave:///e/p/op/a:1"),
  source: fc.constantFrom("production", "production", "evaluation", "training"),
  hasFailed: fc.boolean(),
  models: fc.subarray([...MODELS]),
  usage,
  hasUsage: fc.boolean(),
  span: fc.option(
    fc.record({
      kind: fc.constantFrom("llm", "llm", "agent"),
      source: fc.constantFrom("x", "y"),
      response: fc.option(fc.constantFrom("r", "s"), { freq: 2 }),
    }),
    { freq: 1 },
  ),
  startStep: fc.nat(STEPS - 1),
  endAfter: fc.constantFrom(0, 0, 0, 1, 2, STEPS),
  deletedStep: fc.option(fc.nat(STEPS - 1), { freq: 12 }),
  chance: fc.nat(),
});

interface Drawing {
  /** Of ten calls with others below them, how many have usage. */
  readonly nested: number;
  /** Calls start within these minutes after those above them; at any time if null. */
  readonly afterParentMinutes: number | null;
  /** Of twenty calls, how many are written without regard to those above them. */
  readonly apart: number;
  readonly areDeleted: boolean;
}

/** Trees of calls: parents come before children. */
const callsDrawn = (drawing: fc.Arbitrary<Drawing>) =>
  fc
    .tuple(fc.array(drawnCall, { minLength: 1, maxLength: sized({ once: 24, all: 60 }), size: "max" }), drawing)
    .map(([drawn, { nested, afterParentMinutes, apart, areDeleted }]) => {
      const parentAts = drawn.map(({ parentBack }, at) =>
        parentBack === 0 || parentBack > at ? null : at - parentBack,
      );
      const calls: Call[] = [];
      for (const [at, { models, usage: tokens, hasUsage, chance, ...call }] of drawn.entries()) {
        const above = calls[parentAts[at] ?? -1];
        const isNear = above !== undefined && afterParentMinutes !== null;
        const isApart = above === undefined || chance % 20 < apart;
        const startStep = isApart ? call.startStep : above.startStep;
        const isCounted = hasUsage && (chance % 10 < nested || !parentAts.includes(at));
        calls.push({
          ...{ ...call, id: uuid4(), startStep, parent: above?.id ?? null },
          // Calls of the playground have nothing above them.
          op: above === undefined && chance % 2 === 0 ? "solo" : call.op,
          startMs: isNear ? above.startMs + (call.startMs % (afterParentMinutes * MINUTE_MS + 1)) : call.startMs,
          endStep: startStep + (isApart ? call.endAfter : 0),
          usage: isCounted ? Object.fromEntries(models.map((model) => [model, tokens])) : {},
          deletedStep: areDeleted ? call.deletedStep : null,
        });
      }
      return calls;
    });

/** Mostly trees whose leaves alone have usage, as OpenTelemetry sends them, at any time and in any order. */
const anyCalls = callsDrawn(
  fc.record({
    nested: fc.constantFrom(0, 0, 0, 0, 10),
    afterParentMinutes: fc.constantFrom(null, null, 1, 60),
    apart: fc.constant(20),
    areDeleted: fc.constant(true),
  }),
);

/** Trees as SDKs write them, which add usage up; some calls come late, and some trees take hours. */
const nestedCalls = callsDrawn(
  fc.record({
    nested: fc.integer({ min: 5, max: 10 }),
    afterParentMinutes: fc.constantFrom(0, 1, 1, 5, 5, 60),
    apart: fc.constantFrom(0, 0, 1, 2, 5),
    areDeleted: fc.constantFrom(false, false, false, false, true),
  }),
);

const spanMembers = (span: NonNullable<Call["span"]> | null, source: string | undefined) => ({
  attributes: {
    ...(source === undefined ? {} : { heddle: { source } }),
    ...(span === null ? {} : { kind: span.kind, ...(span.response ? { response_id: span.response } : {}) }),
  },
  ...(span === null ? {} : { otel_dump: { name: span.kind, scope: { name: span.source, version: "" } } }),
});

async function write(project: string, given: readonly Call[], step: number): Promise<void> {
  const starts = given.flatMap(({ id, startMs, parent, op, source, startStep, span = null }) => {
    const start = { project_id: project, id, trace_id: parent ?? id, op_name: op, started_at: iso(startMs) };
    const part = {
      mode: "start",
      req: { start: { ...start, ...spanMembers(span, source), parent_id: parent, inputs: { id } } },
    };
    return startStep === step ? [part] : [];
  });
  const ends = given.flatMap(({ id, startMs, durationMs, hasFailed, usage: used, endStep }) => {
    const end = { project_id: project, id, ended_at: iso(startMs + durationMs), summary: { usage: used } };
    return endStep === step
      ? [{ mode: "end", req: { end: { ...end, ...(hasFailed ? { exception: "x" } : {}) } } }]
      : [];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch: [...starts, ...ends] });
  // Clients send again what they have no response to.
  if (step % 2 === 1) await service.ask("call.upsertBatch", upsertBatch, { batch: [...ends, ...starts] });
  const deleted = given.filter(({ deletedStep }) => deletedStep === step).map(({ id }) => id);
  if (deleted.length > 0) {
    await service.ask("calls.delete", deleteManyCalls, { project_id: project, call_ids: deleted });
  }
}

const setPrice = (project: string, effectiveMs: number, cost: number) =>
  service.ask("cost.create", createCosts, {
    project_id: project,
    costs: {
      mine: { prompt_token_cost: cost, completion_token_cost: 10 * cost, effective_date: iso(effectiveMs) },
    },
  });

const isNested = (project: string): boolean => (service.services.rollups.ofProject(project)?.nesting ?? null) !== null;

const stats = async (request: object): Promise<CallsFiguresResult> =>
  callsFiguresResult.parse(await service.ask("calls.stats", readCallStats, request));

const startsAfter = (ms: number) => ({ $gte: [{ $getField: "started_at" }, { $literal: ms / 1000 }] });

/** The same calls by a condition that rollups do not know. */
const ofRows = ({ query, ...request }: { readonly project_id: string; readonly query?: { readonly $expr: object } }) =>
  stats({ ...request, query: { $expr: { $and: [...(query ? [query.$expr] : []), startsAfter(0)] } } });

const isSource = (name: string) => ({ $eq: [{ $getField: "source" }, { $literal: name }] });

const isOp = (name: string) => ({ $eq: [{ $getField: "op_name" }, { $literal: name }] });

/** Calls by their ops and sources: all, all but those that have no parent, all but those that may have one, some. */
const selections = [
  {},
  {},
  { query: { $expr: { $not: [isOp("solo")] } } },
  { query: { $expr: { $not: [{ $or: [isOp("solo"), isOp("other")] }] } } },
  { query: { $expr: { $not: [isOp("b")] } } },
  { filter: { op_names: ["a", "weave:///e/p/op/a:*"] } },
  { query: { $expr: isSource("production") } },
  { query: { $expr: { $and: [{ $not: [isOp("solo")] }, { $not: [isSource("training")] }] } } },
] as const;

const quantileNames: ReadonlySet<string> = new Set(["p50", "p90", "p99"]);

/** Returns where two responses differ by more than rounding, and quantiles by more than their error. */
function differences(left: unknown, right: unknown, error: number, path = ""): string[] {
  if (typeof left === "number" && typeof right === "number") {
    const allowed = quantileNames.has(path.split(".").at(-1) ?? "") ? error + 1e-9 : 1e-9;
    return Math.abs(left - right) <= allowed * Math.abs(right) ? [] : [`${path}: ${left} instead of ${right}`];
  }
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return left === right ? [] : [`${path}: ${left} instead of ${right}`];
  }
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) =>
    path === "" && name === "quantile_error"
      ? []
      : differences(
          left[name as keyof typeof left],
          right[name as keyof typeof right],
          error,
          path === "" ? name : `${path}.${name}`,
        ),
  );
}

const time = fc.oneof(
  fc.nat(HOURS * 4).map((quarter) => BEGINNING_MS + quarter * 15 * MINUTE_MS),
  fc.integer({ min: -HOUR_MS, max: (HOURS + 1) * HOUR_MS }).map((ms) => BEGINNING_MS + ms),
);

const request = fc
  .record({
    times: fc.tuple(time, time).map(([left, right]) => [Math.min(left, right), Math.max(left, right)] as const),
    hasAfter: fc.boolean(),
    hasBefore: fc.boolean(),
    hasPrevious: fc.boolean(),
    seconds: fc.constantFrom(60, 300, 900, 1200, 3600, 7200, 86_400, 90),
    zone: fc.constantFrom("UTC", "Asia/Kathmandu", "America/New_York"),
    limit: fc.integer({ min: 1, max: 3 }),
    isByKeys: fc.boolean(),
    selection: fc.constantFrom(...selections),
  })
  .map(({ times: [fromMs, toMs], hasAfter, hasBefore, hasPrevious, seconds, zone, limit, isByKeys, selection }) => ({
    ...selection,
    after: hasAfter ? iso(fromMs) : null,
    before: hasBefore ? iso(toMs) : iso(BEGINNING_MS + 24 * HOUR_MS),
    ...(hasPrevious && hasAfter ? { previous: { after: iso(fromMs - 2 * HOUR_MS), before: iso(fromMs) } } : {}),
    bucket_seconds: seconds,
    time_zone: zone,
    groups: isByKeys
      ? [
          { by: "op", limit, with_buckets: true },
          { by: "svc_user_id" },
          { by: "status", with_buckets: true },
          { by: "op_name" },
          { by: "source", limit },
        ]
      : [{ by: "model", limit, with_buckets: true }],
  }));

const stepsOf = (mostRequests: number) =>
  fc.array(
    fc.record({
      areAddedUp: fc.boolean(),
      areRenewed: fc.boolean(),
      price: fc.option(fc.record({ atMs: time, cost: fc.integer({ min: 1, max: 5 }) })),
      requests: fc.array(request, { minLength: 1, maxLength: mostRequests }),
    }),
    { minLength: STEPS, maxLength: STEPS },
  );

type DrawnSteps = ReturnType<typeof stepsOf> extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const steps = stepsOf(sized({ once: 1, all: 2 }));
/** What is found to be nested first is written in the first step. */
const rolledSteps = stepsOf(2).map((drawn) =>
  drawn.map((one, at) => ({ ...one, areAddedUp: at === 0 || one.areAddedUp })),
);
const removal = fc.option(fc.record({ at: fc.nat(STEPS - 1), beforeMs: time }), { freq: 3 });

/** Writes calls in steps, and compares what is asked after each one. Returns how many responses there were. */
async function compareSteps(
  project: string,
  given: readonly Call[],
  drawn: Readonly<DrawnSteps>,
  removed: { readonly at: number; readonly beforeMs: number } | null,
): Promise<{ answers: number; fromRollups: number; fromNested: number; ofOps: number }> {
  const count = { answers: 0, fromRollups: 0, fromNested: 0, ofOps: 0 };
  for (const [at, { areAddedUp, areRenewed, price, requests }] of drawn.entries()) {
    await write(project, given, at);
    if (price !== null) await setPrice(project, price.atMs, price.cost);
    if (areAddedUp) await service.services.rollups.catchUp();
    if (areRenewed) while (await service.services.rollups.renewChangedHour());
    if (removed?.at === at) await service.services.removals.remove(project, toEngineTime(iso(removed.beforeMs)) ?? "");
    for (const asked of requests) {
      const body = { project_id: project, ...asked };
      const [rolled, rows] = [await stats(body), await ofRows(body)];
      expect(differences(rolled, rows, ROLLED_QUANTILE_ERROR)).toEqual([]);
      expect(rows.quantile_error).toBe(0);
      count.answers += 1;
      if (rolled.quantile_error === 0) continue;
      count.fromRollups += 1;
      if (isNested(project)) count.fromNested += 1;
      if ("query" in asked || "filter" in asked) count.ofOps += 1;
    }
  }
  return count;
}

describe("figures from rollups", () => {
  it("equal those of the calls, however far they are, with late ends, deletions, prices and retention", async () => {
    let [answers, fromRollups, ofOps] = [0, 0, 0];
    const compared = fc.asyncProperty(anyCalls, steps, removal, async (given, drawn, removed) => {
      const count = await compareSteps(`e/${uuid4()}`, given, drawn, removed);
      answers += count.answers;
      fromRollups += count.fromRollups;
      ofOps += count.ofOps;
    });
    // Of few drawings, none may be answered for an op from rollups.
    for (let tries = 0; tries < 15 && ofOps === 0; tries += 1)
      await fc.assert(compared, {
        numRuns: sized({ once: 1, all: 3, long: 30 }),
        ...(isLong ? {} : { seed: FIRST_SEED + tries }),
      });
    // Otherwise the rows would be compared with themselves.
    expect(fromRollups).toBeGreaterThan(answers / 10);
    expect(ofOps).toBeGreaterThan(0);
  });

  it("count each token once along the trees, with late, repeated and deleted calls", async () => {
    let fromNested = 0;
    const compared = fc.asyncProperty(nestedCalls, rolledSteps, async (given, drawn) => {
      fromNested += (await compareSteps(`e/${uuid4()}`, given, drawn, null)).fromNested;
    });
    // Of few drawings, all may be answered from the calls.
    for (let tries = 0; tries < 15 && fromNested === 0; tries += 1)
      await fc.assert(compared, { numRuns: scaled(1, 10), ...(isLong ? {} : { seed: FIRST_NESTED_SEED + tries }) });
    expect(fromNested).toBeGreaterThan(0);
  });

  describe("of calls without those of an op", () => {
    const at = (parent: Call | null, op: string, usage: object): Call => ({
      ...{ id: uuid4(), startMs: BEGINNING_MS + MINUTE_MS, durationMs: 5, hasFailed: false, deletedStep: null },
      ...{ startStep: 0, endStep: 0, parent: parent?.id ?? null, op, usage },
    });
    const tokens = (total: number) => ({ mine: { requests: 1, prompt_tokens: total, completion_tokens: 0 } });
    const withoutSolo = (project: string) => ({
      ...{ project_id: project, after: iso(BEGINNING_MS), before: iso(BEGINNING_MS + HOUR_MS) },
      ...{ groups: [{ by: "op" }], query: { $expr: { $not: [isOp("solo")] } } },
    });
    const above = at(null, "a", tokens(10));
    const [repeated, below] = [`e/${uuid4()}`, `e/${uuid4()}`];

    beforeAll(async () => {
      await write(repeated, [above, at(above, "b", tokens(10)), at(null, "solo", tokens(7))], 0);
      await write(below, [above, at(above, "solo", tokens(10))], 0);
      // Rollups contain stored calls, and these are acknowledged before.
      await service.calls.storedForReader();
      await service.services.rollups.catchUp();
    });

    const asked = async (project: string) => {
      const [found, rows] = [await stats(withoutSolo(project)), await ofRows(withoutSolo(project))];
      expect(differences(found, rows, ROLLED_QUANTILE_ERROR)).toEqual([]);
      return { found, isNested: isNested(project) };
    };

    it("are read from rollups, also where tokens of other calls are repeated", async () => {
      const { found, isNested: hasNested } = await asked(repeated);
      expect(hasNested).toBe(true);
      expect(found.quantile_error).toBe(ROLLED_QUANTILE_ERROR);
      expect([found.totals.call_count, found.totals.usage.prompt_tokens]).toEqual([2, 10]);
      expect(found.groups[0]?.values.map(({ value }) => value)).toEqual(["a", "b"]);
    });

    it("are read from the calls where one of that op is below another, whose tokens then count", async () => {
      const { found } = await asked(below);
      expect(found.quantile_error).toBe(0);
      expect([found.totals.call_count, found.totals.usage.prompt_tokens]).toEqual([1, 10]);
    });

    it("are read from rollups where one of another source is below, whose tokens count in that source alone", async () => {
      const project = `e/${uuid4()}`;
      const root = at(null, "a", tokens(10));
      await write(project, [root, { ...at(root, "b", tokens(10)), source: "evaluation" }], 0);
      await service.calls.storedForReader();
      await service.services.rollups.catchUp();
      const range = { after: iso(BEGINNING_MS), before: iso(BEGINNING_MS + HOUR_MS) };
      const ofSource = async (source: string) => {
        const body = { project_id: project, ...range, query: { $expr: isSource(source) } };
        const [found, rows] = [await stats(body), await ofRows(body)];
        expect(differences(found, rows, ROLLED_QUANTILE_ERROR)).toEqual([]);
        return [found.quantile_error, found.totals.call_count, found.totals.usage.prompt_tokens];
      };
      expect(await ofSource("production")).toEqual([ROLLED_QUANTILE_ERROR, 1, 0]);
      expect(await ofSource("evaluation")).toEqual([ROLLED_QUANTILE_ERROR, 1, 10]);
    });

    it("are exact where too few calls remain", { tags: ["all"] }, async () => {
      const project = `e/${uuid4()}`;
      await write(project, [at(null, "solo", {}), at(null, "solo", {})], 0);
      await service.calls.storedForReader();
      await service.services.rollups.catchUp();
      const { found } = await asked(project);
      expect([found.totals.call_count, found.quantile_error]).toEqual([0, 0]);
    });
  });

  it("are exact and empty where no call started, and count the first one that does", async () => {
    const project = `e/${uuid4()}`;
    const callAt = (startMs: number, endStep: number): Call => ({
      ...{
        id: uuid4(),
        startMs,
        durationMs: 5,
        parent: null,
        op: "op",
        hasFailed: false,
        usage: {},
        deletedStep: null,
      },
      ...{ startStep: 0, endStep },
    });
    await write(project, [callAt(BEGINNING_MS, 0)], 0);
    await service.services.rollups.catchUp();
    const emptyHour = { after: iso(BEGINNING_MS - 2 * HOUR_MS), before: iso(BEGINNING_MS - HOUR_MS) };
    const body = { project_id: project, ...emptyHour, groups: [{ by: "op" }] };
    const before = await stats(body);
    expect(before).toEqual(await ofRows(body));
    expect([before.totals.call_count, before.quantile_error]).toEqual([0, 0]);
    await write(project, [callAt(BEGINNING_MS - 2 * HOUR_MS + MINUTE_MS, 1)], 0);
    const after = await stats(body);
    expect(after).toEqual(await ofRows(body));
    expect([after.totals.call_count, after.totals.running_count]).toEqual([1, 1]);
  });
});
