import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type {
  Monitor,
  MonitorEstimate,
  MonitorPreview,
  MonitorSettingsInput,
} from "@/lib/api/contract/monitors/monitors";
import type { QueryExpression } from "@/lib/api/contract/query/query-expression";
import { openState } from "@/service/kernel/state/open-state";
import { ProvidedService } from "@/service/testing/provided-service";
import { sized } from "@/test/setup/test-length";

const POLL = { timeout: 60_000, interval: 300 };

let service: ProvidedService;
let project: string;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-monitors-");
});

beforeEach(async () => {
  project = await service.nextProject();
});

// The service is shared: monitors of one test must not work during the next.
afterEach(async () => {
  service.provider.release();
  const { monitors } = await ask<{ monitors: Monitor[] }>("/monitors/list", {});
  for (const { id } of monitors) await ask("/monitors/delete", { monitor_id: id });
});

afterAll(() => service.remove());

const send = (path: string, body: object) => service.send(path, body);

const ask = <Result = Record<string, unknown>>(path: string, body: object) =>
  service.ask<Result>(path, { project_id: project, ...body });

const lines = (path: string, body: object) => service.lines(path, { project_id: project, ...body });

interface LoggedCall {
  readonly op?: string;
  readonly output?: unknown;
  readonly exception?: string;
  readonly attributes?: object;
  readonly startedAt?: Date;
  readonly summary?: object;
}

/** Logs finished calls with ids that begin with `prefix`, and returns the ids. */
async function log(prefix: string, calls: readonly LoggedCall[]): Promise<string[]> {
  const ids = calls.map((_call, at) => `${prefix}-${at}`);
  await send("/call/upsert_batch", {
    batch: calls.flatMap((call, at) => {
      const started = call.startedAt ?? new Date();
      const id = ids[at];
      const start = {
        project_id: project,
        id,
        trace_id: id,
        op_name: call.op ?? "answer",
        started_at: started.toISOString(),
        attributes: call.attributes ?? {},
        inputs: { question: `question ${at}`, expected: "4" },
      };
      const end = {
        project_id: project,
        id,
        ended_at: new Date(started.getTime() + 1000).toISOString(),
        output: call.output ?? "4",
        ...(call.exception ? { exception: call.exception } : {}),
        summary: call.summary ?? {},
      };
      return [
        { mode: "start", req: { start } },
        { mode: "end", req: { end } },
      ];
    }),
  });
  return ids;
}

const settingsOf = (members: Partial<MonitorSettingsInput> = {}): MonitorSettingsInput => ({
  name: "Answers",
  rate_percent: 100,
  scorers: [{ kind: "exact", name: "right", expected: "expected" }],
  ...members,
});

const isEqual = (field: string, value: string): QueryExpression => ({
  $expr: { $eq: [{ $getField: field }, { $literal: value }] },
});

const judge = (name: string, prompt: string) =>
  ({ kind: "judge", name, model: "openai/adder", prompt: `${prompt} {output}` }) as const;

const save = (settings: MonitorSettingsInput, is_on = true, monitor_id: string | null = null) =>
  ask<Monitor>("/monitors/save", { settings, is_on, monitor_id });

async function only(): Promise<Monitor> {
  const { monitors } = await ask<{ monitors: Monitor[] }>("/monitors/list", {});
  const [monitor] = monitors;
  if (!monitor || monitors.length > 1) throw new Error(`${monitors.length} monitors`);
  return monitor;
}

const scoredToday = async () => (await only()).today.calls;

interface Feedback {
  readonly weave_ref: string;
  readonly feedback_type: string;
  readonly runnable_ref: string;
  readonly call_ref: string;
  readonly trigger_ref: string;
  readonly payload: { readonly output: unknown };
}

const feedback = async () => (await ask<{ result: Feedback[] }>("/feedback/query", {})).result;
const scoredIds = async () => (await feedback()).map(({ weave_ref: ref }) => ref.split("/").at(-1)).sort();

it("scores the calls that end after it was switched on, and writes feedback as the clients do", async () => {
  await log("before", [{}]);
  const monitor = await save(
    settingsOf({ scorers: [{ kind: "exact", name: "right", expected: "expected" }, judge("nice", "good")] }),
  );
  await log("live", [{ output: "4" }, { output: "5" }]);
  await expect.poll(scoredToday, POLL).toBe(2);
  const written = await feedback();
  expect(written).toHaveLength(4);
  const right = written.find(
    ({ weave_ref: ref, feedback_type: type }) => ref.endsWith("/live-0") && type === "wandb.runnable.right",
  );
  expect(right).toMatchObject({
    payload: { output: true },
    runnable_ref: expect.stringContaining(`weave:///${project}/op/right:`),
    trigger_ref: monitor.ref,
  });
  const nice = written.find(({ feedback_type: type }) => type === "wandb.runnable.nice");
  expect(nice).toMatchObject({
    payload: { output: { score: 1, passed: true, reason: "As the prompt says" } },
    runnable_ref: expect.stringContaining(`weave:///${project}/object/nice:`),
  });
  const scorerId = nice?.call_ref.split("/").at(-1);
  const [scorerCall] = await lines("/calls/stream_query", { filter: { call_ids: [scorerId] } });
  expect(scorerCall).toMatchObject({ parent_id: null, exception: null, output: { passed: true } });
  expect(await lines("/calls/stream_query", { filter: { parent_ids: [scorerId] } })).toHaveLength(1);
  expect(await only()).toMatchObject({
    state: "on",
    today: { calls: 2, failed: 0, unpriced_calls: 2 },
    scorers: [
      { name: "right", mean: 0.5, scored: 2, failed: 0 },
      { name: "nice", mean: 1, scored: 2, failed: 0 },
    ],
  });
});

it("does not score its own calls, evaluations, failed calls, or calls of long ago", async () => {
  await save(settingsOf({ scorers: [judge("nice", "good")] }));
  await log("live", [
    {},
    { attributes: { _weave_eval_meta: { declarative: true } } },
    { exception: "no answer" },
    { startedAt: new Date(Date.now() - 3 * 86_400_000) },
  ]);
  await expect.poll(scoredToday, POLL).toBe(1);
  // A later call is seen after everything that the first one caused.
  await log("later", [{}]);
  await expect.poll(scoredToday, POLL).toBe(2);
  expect(await scoredIds()).toEqual(["later-0", "live-0"]);
  expect(service.provider.seen).toHaveLength(2);
});

it("scores only what the filter and the query select", async () => {
  const query = isEqual("output.say", "yes");
  const monitor = await save(settingsOf({ filter: { op_names: ["answer"] }, query }));
  await log("live", [
    { op: "answer", output: { say: "yes" } },
    { op: "search", output: { say: "yes" } },
    { output: { say: "no" } },
  ]);
  await log("last", [{ output: { say: "yes" } }]);
  await expect.poll(scoredToday, POLL).toBe(2);
  expect(await scoredIds()).toEqual(["last-0", "live-0"]);
  const { objs } = await ask<{ objs: { val: object; base_object_class: string }[] }>("/objs/query", {
    filter: { object_ids: ["Answers"], latest_only: true },
  });
  expect(monitor.ref).toContain("/object/Answers:");
  expect(objs).toMatchObject([
    {
      base_object_class: "Monitor",
      val: {
        _type: "Monitor",
        sampling_rate: 1,
        active: true,
        op_names: [`weave:///${project}/op/answer:*`],
        query,
        scorers: [expect.stringMatching(/\/op\/right:/)],
      },
    },
  ]);
});

it("takes the sample that the ids of the calls decide", async () => {
  await save(settingsOf({ rate_percent: 30 }));
  const ids = await log(
    "live",
    Array.from({ length: 30 }, () => ({})),
  );
  const isSampled = (id: string) => createHash("md5").update(id).digest().readBigUInt64BE() % 1_000_000n < 300_000n;
  const sampled = ids.filter(isSampled).sort();
  expect(sampled.length).toBeGreaterThan(3);
  expect(sampled.length).toBeLessThan(20);
  await expect.poll(scoredToday, POLL).toBe(sampled.length);
  expect(await scoredIds()).toEqual(sampled);
});

it("shows a scorer that fails as its failure, and keeps the other scores", async () => {
  const failing = judge("near", "{unknown}");
  await save(settingsOf({ scorers: [{ kind: "exact", name: "right", expected: "expected" }, failing] }));
  await log("live", [{}]);
  await expect.poll(scoredToday, POLL).toBe(1);
  expect((await feedback()).map(({ feedback_type: type }) => type)).toEqual(["wandb.runnable.right"]);
  const monitor = await only();
  expect(monitor.today.failed).toBe(1);
  expect(monitor.scorers[1]).toMatchObject({
    name: "near",
    mean: null,
    scored: 0,
    failed: 1,
    last_error: "The row has no column unknown.",
  });
  expect(monitor.latest[0]).toMatchObject({
    call_id: "live-0",
    scores: { right: true },
    errors: { near: expect.any(String) },
  });
  const failed = await lines("/calls/stream_query", {
    query: { $expr: { $not: [{ $eq: [{ $getField: "exception" }, { $literal: null }] }] } },
  });
  expect(failed).toHaveLength(1);
});

it("stops at the calls of a day, says so, and does not score later what came meanwhile", async () => {
  const { id } = await save(settingsOf({ max_calls_per_day: 3 }));
  await log(
    "live",
    Array.from({ length: 8 }, () => ({})),
  );
  await expect.poll(async () => (await only()).state, POLL).toBe("resting");
  expect(await only()).toMatchObject({
    today: { calls: 3 },
    reason: "The limit of 3 calls a day is reached. Calls are scored again from midnight UTC on.",
  });
  await log("meanwhile", [{}]);
  await save(settingsOf({ max_calls_per_day: 4 }), true, id);
  expect((await only()).state).toBe("on");
  await log("later", [{}, {}]);
  await expect.poll(async () => (await only()).state, POLL).toBe("resting");
  expect((await feedback()).length).toBe(4);
});

it("asks no judge while a budget is used up, and says so", async () => {
  await ask("/cost/create", { costs: { adder: { prompt_token_cost: 0.001, completion_token_cost: 0.005 } } });
  await log("spent", [{ summary: { usage: { adder: { prompt_tokens: 100, completion_tokens: 0 } } } }]);
  const settings = { name: "Judges", scope: "model", value: "adder", period: "day", limit_usd: 0.05 };
  await ask("/budgets/save", { settings });
  await save(settingsOf({ scorers: [judge("nice", "good")] }));
  const { state, reason } = await only();
  expect([state, reason]).toEqual(["resting", expect.stringContaining("“Judges” of $0.05 a day is used up")]);
  await log("live", [{}, {}]);
  expect(service.provider.seen).toEqual([]);
  const { budgets } = await ask<{ budgets: readonly { id: string }[] }>("/budgets/list", {});
  await ask("/budgets/save", { budget_id: budgets[0]?.id, settings: { ...settings, limit_usd: 100 } });
  expect((await only()).state).toBe("on");
  await log("later", [{}]);
  await expect.poll(async () => (await scoredIds()).includes("later-0"), POLL).toBe(true);
});

it("stops before the money of a day is spent", { tags: ["all"] }, async () => {
  const limited = settingsOf({ scorers: [judge("nice", "good")], max_cost_usd_per_day: 0.05 });
  const refused = await send("/monitors/save", { project_id: project, settings: limited });
  expect(refused).toMatchObject({ status: 422, text: expect.stringContaining("adder has no price") });
  await ask("/cost/create", { costs: { adder: { prompt_token_cost: 0.001, completion_token_cost: 0.005 } } });
  await save(limited);
  await log(
    "live",
    Array.from({ length: 6 }, () => ({})),
  );
  await expect.poll(async () => (await only()).state, POLL).toBe("resting");
  const { today, reason } = await only();
  expect(today.cost_usd).toBeGreaterThan(0);
  expect(today.cost_usd).toBeLessThanOrEqual(0.05);
  expect(reason).toMatch(/limit of \$0\.05 a day/);
});

it("continues after a restart with what came meanwhile, and scores nothing twice", async () => {
  service.provider.hold();
  await save(settingsOf({ scorers: [judge("nice", "good")] }));
  await log("live", [{}, {}, {}]);
  await expect.poll(() => service.provider.seen.length, POLL).toBe(2);
  await service.stop();
  service.provider.release();
  await service.start();
  await expect.poll(scoredToday, POLL).toBe(3);
  if (sized({ once: false, all: true })) {
    await service.stop();
    await service.start();
  }
  await log("later", [{}]);
  await expect.poll(scoredToday, POLL).toBe(4);
  expect(await scoredIds()).toEqual(["later-0", "live-0", "live-1", "live-2"]);
  const op = [`weave:///${project}/op/LLMAsAJudgeScorer.score:*`];
  expect(await lines("/calls/stream_query", { filter: { op_names: op } })).toHaveLength(4);
  // What is scored is production; scores, and the requests of their judges, are not.
  const { facets } = await ask<{ facets: object[] }>("/calls/facets", { fields: ["source"] });
  expect(facets).toMatchObject([{ values: [{ value: "evaluation", count: 8 }, { value: "production" }] }]);
});

it("takes over scores that were stored before their record, without asking the judge again", {
  tags: ["all"],
}, async () => {
  await ask("/cost/create", { costs: { adder: { prompt_token_cost: 0.001, completion_token_cost: 0.005 } } });
  await save(settingsOf({ scorers: [judge("nice", "good")] }));
  await log("live", [{}]);
  await expect.poll(scoredToday, POLL).toBe(1);
  const before = await only();
  await service.stop();
  // As a kill between the calls and their record leaves it.
  const state = await openState(service.folder, service.databaseUrl);
  await state.deleteFrom("monitor_score").execute();
  await state
    .updateTable("monitor")
    .set({ cursor: JSON.stringify({ commit: 0, id: "", atMs: Date.now() }) })
    .execute();
  await state.destroy();
  await service.start();
  await expect.poll(scoredToday, POLL).toBe(1);
  const after = await only();
  expect(after.latest[0]?.scores).toEqual(before.latest[0]?.scores);
  expect(after.today.cost_usd).toBeCloseTo(before.today.cost_usd);
  expect(service.provider.seen).toHaveLength(1);
  expect(await feedback()).toHaveLength(1);
});

it("estimates the last seven days before it is switched on, and stores nothing", async () => {
  await ask("/cost/create", { costs: { adder: { prompt_token_cost: 0.001, completion_token_cost: 0.005 } } });
  await log(
    "old",
    Array.from({ length: 40 }, (_, at) => ({ startedAt: new Date(Date.now() - at * 86_400_000 * 0.5 - 60_000) })),
  );
  const settings = settingsOf({ rate_percent: 50, scorers: [judge("nice", "good")] });
  const estimate = await ask<MonitorEstimate>("/monitors/estimate", { settings });
  expect(estimate).toMatchObject({ matching_calls: 14, sampled_calls: 7, basis: "assumed", unpriced_models: [] });
  expect(estimate.columns).toEqual(["question", "expected", "inputs"]);
  expect(estimate.cost_per_call_usd).toBeGreaterThan(0.6);
  expect(estimate.cost_usd).toBeCloseTo((estimate.cost_per_call_usd ?? 0) * 7);
  expect(service.provider.seen).toHaveLength(0);
  expect(await ask("/monitors/list", {})).toEqual({ monitors: [] });
});

it("previews the three newest calls that match, without a score", async () => {
  await log("live", [{}, {}, { output: "5" }, { op: "search" }]);
  const settings = settingsOf({
    filter: { op_names: ["answer"] },
    scorers: [{ kind: "exact", name: "right", expected: "expected" }, judge("nice", "{question} bad")],
  });
  const { calls } = await ask<MonitorPreview>("/monitors/preview", { settings });
  expect(calls.map(({ call_id: id, scores }) => [id, scores.map(({ score }) => score)])).toEqual([
    ["live-2", [false, { score: 0, passed: false, reason: "As the prompt says" }]],
    ["live-1", [true, { score: 0, passed: false, reason: "As the prompt says" }]],
    ["live-0", [true, { score: 0, passed: false, reason: "As the prompt says" }]],
  ]);
  expect(await feedback()).toEqual([]);
  expect(await lines("/calls/stream_query", { filter: { op_names: ["weave.completions_create"] } })).toHaveLength(3);
});

it("is switched off and on, changed, and deleted with its scores kept", async () => {
  const { id } = await save(settingsOf(), false);
  await log("off", [{}]);
  expect((await only()).state).toBe("off");
  await ask("/monitors/switch", { monitor_id: id, is_on: true });
  await log("on", [{}]);
  await expect.poll(scoredToday, POLL).toBe(1);
  await ask("/monitors/switch", { monitor_id: id, is_on: false });
  await log("off-again", [{}]);
  await ask("/monitors/switch", { monitor_id: id, is_on: true });
  await log("on-again", [{}]);
  await expect.poll(scoredToday, POLL).toBe(2);
  expect(await scoredIds()).toEqual(["on-0", "on-again-0"]);
  const copy = await send("/monitors/save", { project_id: project, settings: settingsOf() });
  expect(copy).toMatchObject({ status: 409, text: expect.stringContaining("Another monitor has the name Answers") });
  await ask("/monitors/delete", { monitor_id: id });
  expect(await ask("/monitors/list", {})).toEqual({ monitors: [] });
  expect((await send("/monitors/delete", { project_id: project, monitor_id: id })).status).toBe(404);
  expect(await scoredIds()).toHaveLength(2);
});

it.each([
  [{ rate_percent: 0 }, "rate_percent"],
  [{ scorers: [] }, "scorers"],
  [{ scorers: [{ kind: "regex", name: "bad", pattern: "(?=x)" }] }, "pattern"],
  [{ scorers: [{ ...judge("nice", "good"), model: "nobody/model" }] }, "model"],
  [
    {
      scorers: [{ kind: "pairwise", name: "pair", model: "m", prompt: "{output_a}{output_b}", baseline_call_id: "x" }],
    },
    "no other answer",
  ],
])("refuses settings that cannot work, and names the member: %o", async (members, message) => {
  const settings = { ...settingsOf(), ...members };
  for (const path of ["/monitors/save", "/monitors/estimate"]) {
    expect(await send(path, { project_id: project, settings })).toMatchObject({
      status: 422,
      text: expect.stringContaining(message),
    });
  }
});

it("refuses a condition that cannot be read", async () => {
  const query = isEqual("colour", "red");
  const { status, text } = await send("/monitors/estimate", { project_id: project, settings: settingsOf({ query }) });
  expect([status, text]).toEqual([403, expect.stringContaining("colour")]);
});
