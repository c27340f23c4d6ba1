import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { EvaluationRunDetail, EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { openState } from "@/service/kernel/state/open-state";
import { ProvidedService } from "@/service/testing/provided-service";
import { firstOnce, sized } from "@/test/setup/test-length";

let service: ProvidedService;
let project: string;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-evaluation-runs-");
});

beforeEach(async () => {
  project = await service.nextProject();
});

afterAll(() => service.remove());

const send = (path: string, body: object) => service.send(path, body);

const ask = <Result = Record<string, unknown>>(path: string, body: object) => service.ask<Result>(path, body);

const calls = (filter: object = {}) => service.lines("/calls/stream_query", { project_id: project, filter });

async function dataset(rows: readonly object[]): Promise<string> {
  const { digest: table } = await ask("/table/create", { table: { project_id: project, rows } });
  const rowsRef = `weave:///${project}/table/${table}`;
  const val = {
    _type: "Dataset",
    name: "sums",
    rows: rowsRef,
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
  };
  const { digest } = await ask("/obj/create", { obj: { project_id: project, object_id: "sums", val } });
  return `weave:///${project}/object/sums:${digest}`;
}

const sums = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ question: `${at} + 1`, answer: at + 1, kind: at % 2 ? "odd" : "even" }));

async function settingsOf(members: Partial<EvaluationSettingsInput> = {}, count = 6): Promise<EvaluationSettingsInput> {
  return {
    name: "sums",
    models: [{ model: "openai/adder", messages: [{ role: "user", content: "{question}" }] }],
    rows: { dataset_ref: await dataset(sums(count)) },
    scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
    ...members,
  };
}

const start = async (settings: EvaluationSettingsInput) =>
  (await ask<{ id: string }>("/evaluation_runs/start", { project_id: project, settings })).id;

const read = (id: string) => ask<EvaluationRunDetail>("/evaluation_runs/read", { project_id: project, run_id: id });

async function ended(id: string, state = "finished"): Promise<EvaluationRunDetail> {
  await expect.poll(async () => (await read(id)).state, { timeout: 120_000, interval: 300 }).toBe(state);
  return await read(id);
}

const predicted = () => calls({ op_names: [`weave:///${project}/op/Evaluation.predict_and_score:*`] });

it("changes the number of trials at a time while it runs, and keeps it", { tags: ["all"] }, async () => {
  service.provider.hold();
  const id = await start(await settingsOf({ limits: { concurrency: 1 } }, 12));
  await expect.poll(() => service.provider.seen.length).toBe(1);
  await ask("/evaluation_runs/resume", { project_id: project, run_id: id, concurrency: 4 });
  await expect.poll(() => service.provider.seen.length).toBe(4);
  expect((await read(id)).settings.limits.concurrency).toBe(4);
  await ask("/evaluation_runs/resume", { project_id: project, run_id: id, concurrency: 2 });
  service.provider.release();
  const run = await ended(id);
  expect(run).toMatchObject({ done: 12, errors: 0 });
  expect(service.provider.mostOpen).toBe(4);
  expect(await predicted()).toHaveLength(12);
});

it("maps the names of a stored prompt and of scorers to columns, and marks calls with the prompt's version", async () => {
  const val = {
    _type: "MessagesPrompt",
    messages: [{ role: "user", content: "{user_input}" }],
    _class_name: "MessagesPrompt",
    _bases: ["Prompt", "Object", "BaseModel"],
  };
  const { digest } = await ask<{ digest: string }>("/obj/create", {
    obj: { project_id: project, object_id: "adding", val },
  });
  const prompt_ref = `weave:///${project}/object/adding:${digest}`;
  const column_map = { user_input: "question", expected: "answer" };
  const scorers = [{ kind: "exact" as const, name: "exact", expected: "expected" }];
  const settings = await settingsOf({ models: [{ model: "openai/adder", prompt_ref }], scorers, column_map });
  const run = await ended(await start(settings));
  expect(run.models[0]?.scores[0]).toMatchObject({ mean: 1, scored: 6, failed: 0 });

  // Calls below the run come from it too.
  const { facets } = await ask<{ facets: object[] }>("/calls/facets", { project_id: project, fields: ["source"] });
  expect(facets).toMatchObject([{ values: [{ value: "evaluation" }] }]);

  // The mapping is stored for clients.
  const { obj } = await ask<{ obj: { val: Record<string, string> } }>("/obj/read", {
    project_id: project,
    object_id: "sums",
    digest: (run.evaluation_ref ?? "").split(":").at(-1),
  });
  expect(obj.val.preprocess_model_input).toMatch(/\/op\/preprocess_model_input:/);

  // Scores are found by version.
  const predicted = await calls({ input_refs: [prompt_ref] });
  expect(predicted).toHaveLength(6);
  expect(predicted[0]).toMatchObject({
    op_name: expect.stringContaining("/op/LLMStructuredCompletionModel.predict:"),
    inputs: {
      user_input: expect.stringMatching(/\/key\/question$/),
      heddle_prompt: prompt_ref,
      self: expect.stringContaining("/object/"),
    },
  });
  const figures = await ask<{ scores: readonly { groups: readonly unknown[] }[] }>("/scores/aggregate", {
    project_id: project,
    filter: { input_refs: [prompt_ref] },
    fields: ["score.exact"],
    by: "input_object.adding",
  });
  expect(figures.scores[0]?.groups).toMatchObject([{ value: digest, call_count: 6, true_count: 6, false_count: 0 }]);
  const { uses } = await ask<{ uses: unknown[] }>("/obj/used_by", {
    project_id: project,
    object_id: "adding",
    digest,
    limit: 10,
  });
  expect(uses).toMatchObject([{ leaf_object_class: "LLMStructuredCompletionModel" }]);
});

it.each(
  firstOnce<[string, Partial<EvaluationSettingsInput>, readonly string[], string]>(1, [
    [
      "a column that no row has",
      { column_map: { user_input: "task" } },
      ["column_map", "user_input"],
      "No row has the column task",
    ],
    [
      "a name that is a column",
      { column_map: { answer: "question" } },
      ["column_map", "answer"],
      "The table has a column answer already",
    ],
  ]),
)("rejects a mapping of %s", async (_, members, place, message) => {
  const body = { project_id: project, settings: await settingsOf(members) };
  const { status, text } = await send("/evaluation_runs/estimate", body);
  expect([status, JSON.parse(text).detail]).toMatchObject([
    422,
    [{ loc: ["body", "settings", ...place], msg: message }],
  ]);
});

it("runs every model on every row and trial, and reports figures and marks", async () => {
  const models = ["openai/adder", "openai/sloppy"].map((model) => ({
    model,
    messages: [{ role: "user" as const, content: "{question}" }],
  }));
  const id = await start(await settingsOf({ models, trials: 2 }));
  const run = await ended(id);
  expect(run).toMatchObject({ total: 24, done: 24, errors: 0, tokens: 288, rows_complete: 6, reason: null });
  expect(run.models.map(({ scores }) => scores[0])).toMatchObject([
    { name: "exact", mean: 1, scored: 12, failed: 0 },
    { name: "exact", mean: 0.5, scored: 12, failed: 0 },
  ]);
  expect(run.row_marks.find(({ position }) => position === 2)).toEqual({
    position: 2,
    row: 2,
    text: "2 + 1",
    marks: ["99", "00"],
    done: 4,
  });
  expect(await predicted()).toHaveLength(24);
});

it("runs all trials of a row before those of the next one, so that complete rows come early", async () => {
  service.provider.hold();
  const id = await start(await settingsOf({ trials: 3, limits: { concurrency: 3 } }));
  await expect.poll(() => service.provider.seen.length).toBe(3);
  const pausing = ask("/evaluation_runs/pause", { project_id: project, run_id: id });
  await expect.poll(async () => (await read(id)).reason).toBe("Pausing.");
  service.provider.release();
  await pausing;
  expect(await read(id)).toMatchObject({ done: 3, rows_complete: 1, row_marks: [{ position: 0, marks: ["999"] }] });
});

it("keeps the other scores when a scorer fails, and stores the failure of a model as the client does", async () => {
  const scorers: EvaluationSettingsInput["scorers"] = [
    { kind: "exact", name: "exact", expected: "answer" },
    { kind: "number", name: "near", expected: "kind" },
  ];
  const models = [{ model: "openai/failing", messages: [{ role: "user" as const, content: "{question}" }] }];
  const run = await ended(await start(await settingsOf({ scorers, models })));
  expect(run).toMatchObject({ done: 6, errors: 6 });
  expect(run.first_errors.map(({ error }) => error)).toContain("near: The column kind of this row is not a number.");
  expect(run.first_errors.map(({ error }) => error)).toContainEqual(expect.stringContaining("No threes"));
  const outputs = (await predicted()).map(({ output }) => output);
  expect(outputs).toContainEqual({ output: null, scores: {}, model_latency: expect.any(Number) });
  expect(outputs).toContainEqual({
    output: "1",
    scores: { exact: true, near: null },
    model_latency: expect.any(Number),
  });
  const [root] = await calls({ call_ids: [run.models[0]?.call_id] });
  expect(root).toMatchObject({
    exception: null,
    output: { exact: { true_count: 5, true_fraction: 5 / 6 }, near: null },
    summary: { weave: { status: "descendant_error" } },
  });
});

it("evaluates the rows that match, or a sample that is the same for the same seed", { tags: ["all"] }, async () => {
  const settings = await settingsOf({}, 30);
  const filters = [{ column: "kind", operator: "is" as const, value: "odd" }];
  const rows = { ...settings.rows, filters, sample: { kind: "random" as const, count: 5, seed: 7 } };
  const first = await ended(await start({ ...settings, rows }));
  const second = await ended(await start({ ...settings, rows }));
  const textsOf = ({ row_marks: marks }: EvaluationRunDetail) => marks.map(({ text }) => text).sort();
  expect(textsOf(first)).toHaveLength(5);
  expect(textsOf(first).every((text) => Number.parseInt(text, 10) % 2 === 1)).toBe(true);
  expect(textsOf(second)).toEqual(textsOf(first));
});

it("sends no more requests at a time than its limit, and retries those that were told to wait, also when it pauses and resumes", async () => {
  service.provider.hold();
  const models = [{ model: "openai/busy", messages: [{ role: "user" as const, content: "{question}" }] }];
  const id = await start(await settingsOf({ models, limits: { concurrency: 2, retries: 1 } }));
  await expect.poll(() => service.provider.seen.length).toBe(2);
  const pausing = ask("/evaluation_runs/pause", { project_id: project, run_id: id });
  await expect.poll(async () => (await read(id)).reason).toBe("Pausing.");
  service.provider.release();
  // The trials that run end first.
  expect(await pausing).toMatchObject({ state: "paused", done: 2, errors: 0 });
  expect(await read(id)).toMatchObject({ state: "paused", reason: null });
  expect(service.provider.seen).toHaveLength(4);
  await ask("/evaluation_runs/resume", { project_id: project, run_id: id, concurrency: 1 });
  expect(await ended(id)).toMatchObject({ done: 6, errors: 0 });
  expect(service.provider.mostOpen).toBe(2);
  expect(service.provider.seen).toHaveLength(12);
});

it("stops with its results, and does not go on afterwards", async () => {
  service.provider.hold();
  const id = await start(await settingsOf({ limits: { concurrency: 2 } }));
  await expect.poll(() => service.provider.seen.length).toBe(2);
  const stopping = ask("/evaluation_runs/stop", { project_id: project, run_id: id });
  await expect.poll(async () => (await read(id)).state).toBe("stopping");
  service.provider.release();
  expect(await stopping).toMatchObject({ state: "stopped", done: 2 });
  const run = await read(id);
  expect((await calls({ call_ids: [run.models[0]?.call_id] }))[0]).toMatchObject({
    exception: "cancelled",
    output: null,
  });
  expect(await predicted()).toHaveLength(2);
  const resumed = await send("/evaluation_runs/resume", { project_id: project, run_id: id });
  expect(resumed).toMatchObject({ status: 409, text: expect.stringContaining("Start a new one") });
});

it("continues after a restart of the service with the trials that had not ended", async () => {
  const rows = sums(4);
  const settings = await settingsOf({
    trials: 2,
    limits: { concurrency: 1 },
    rows: { dataset_ref: await dataset(rows) },
  });
  const id = await start(settings);
  await expect.poll(async () => (await read(id)).done).toBeGreaterThan(1);
  service.provider.hold();
  await service.stop();
  const before = service.provider.seen.length;
  service.provider.release();
  await service.start();
  const run = await ended(id);
  expect(run).toMatchObject({ done: 8, errors: 0 });
  // The one that was interrupted is asked again.
  expect(service.provider.seen.length).toBeLessThanOrEqual(before + 8);
  const trials = await predicted();
  expect(trials).toHaveLength(8);
  expect(new Set(trials.map(({ inputs }) => (inputs as { example: string }).example)).size).toBe(4);
  expect(trials.every(({ ended_at: endedAt }) => typeof endedAt === "string")).toBe(true);
});

it("takes a trial over whose calls were stored when the service was killed before it recorded the trial", {
  tags: ["all"],
}, async () => {
  service.provider.hold();
  const id = await start(await settingsOf({ limits: { concurrency: 2 } }));
  await expect.poll(() => service.provider.seen.length).toBe(2);
  const pausing = ask("/evaluation_runs/pause", { project_id: project, run_id: id });
  await expect.poll(async () => (await read(id)).reason).toBe("Pausing.");
  service.provider.release();
  await pausing;
  await service.stop();
  const state = await openState(service.folder, service.databaseUrl);
  await state.deleteFrom("evaluation_trial").where("position", "=", 0).execute();
  await state.destroy();
  await service.start();
  await ask("/evaluation_runs/resume", { project_id: project, run_id: id });
  expect(await ended(id)).toMatchObject({ done: 6, errors: 0, tokens: 72 });
  expect(service.provider.seen).toHaveLength(6);
  expect(await predicted()).toHaveLength(6);
});

it("pauses before the spending limit, and needs a price to keep one", async () => {
  const settings = await settingsOf({ limits: { concurrency: 1, max_cost_usd: 0.05 } });
  const refused = await send("/evaluation_runs/start", { project_id: project, settings });
  expect(refused).toMatchObject({ status: 422, text: expect.stringContaining("openai/adder has no price") });
  const price = { prompt_token_cost: 0.001, completion_token_cost: 0.005 };
  await ask("/cost/create", { project_id: project, costs: { adder: price } });
  const id = await start(settings);
  const run = await ended(id, "paused");
  expect(run.done).toBe(2);
  expect(run.cost_usd).toBeCloseTo(0.04);
  expect(run.reason).toContain("spending limit");
  await ask("/evaluation_runs/resume", { project_id: project, run_id: id, max_cost_usd: 1 });
  expect(await ended(id)).toMatchObject({ done: 6 });
});

it("pauses before its first request once a budget of the project is used up, and goes on when it is raised", async () => {
  const price = { prompt_token_cost: 0.001, completion_token_cost: 0.005 };
  await ask("/cost/create", { project_id: project, costs: { adder: price } });
  const base = { project_id: project, id: `${project}-spent` };
  const started = { ...base, trace_id: base.id, op_name: "llm", started_at: new Date().toISOString() };
  const summary = { usage: { adder: { requests: 1, prompt_tokens: 100, completion_tokens: 0 } } };
  const end = { ...base, ended_at: started.started_at, summary };
  await ask("/call/upsert_batch", {
    batch: [
      { mode: "start", req: { start: { ...started, attributes: {}, inputs: {} } } },
      { mode: "end", req: { end } },
    ],
  });
  const budget = { name: "Evaluations", scope: "project", period: "month", limit_usd: 0.05 };
  const { id: budgetId } = await ask<{ id: string }>("/budgets/save", { project_id: project, settings: budget });
  const id = await start(await settingsOf());
  const run = await ended(id, "paused");
  expect(run).toMatchObject({
    done: 0,
    errors: 0,
    reason: expect.stringContaining("“Evaluations” of $0.05 a month is"),
  });
  expect(service.provider.seen).toHaveLength(0);
  await ask("/budgets/save", { project_id: project, budget_id: budgetId, settings: { ...budget, limit_usd: 100 } });
  await ask("/evaluation_runs/resume", { project_id: project, run_id: id });
  expect(await ended(id)).toMatchObject({ done: 6, errors: 0 });
});

it("pauses when too many trials fail", { tags: ["all"] }, async () => {
  const models = [{ model: "openai/adder", messages: [{ role: "user" as const, content: "{question}" }] }];
  const scorers = [{ kind: "number" as const, name: "near", expected: "kind" }];
  const settings = await settingsOf({ models, scorers, limits: { concurrency: 1, max_error_percent: 50 } }, 40);
  const run = await ended(await start(settings), "paused");
  expect(run.done).toBe(20);
  expect(run.reason).toBe("20 of 20 trials failed, more than 50 %.");
});

it("previews three rows without storing an evaluation, and estimates from such requests", async () => {
  const settings = await settingsOf({ trials: 3 });
  const preview = await ask<{ rows: { row: object; trials: { output: unknown; scores: unknown[] }[] }[] }>(
    "/evaluation_runs/preview",
    { project_id: project, settings },
  );
  expect(preview.rows).toHaveLength(3);
  expect(preview.rows[0]?.trials).toMatchObject([
    { output: "1", scores: [{ name: "exact", score: true, error: null }] },
  ]);
  expect((await calls()).map(({ op_name: op }) => op)).toEqual(Array(3).fill("weave.completions_create"));
  const { facets } = await ask<{ facets: object[] }>("/calls/facets", { project_id: project, fields: ["source"] });
  expect(facets).toMatchObject([{ values: [{ value: "evaluation", count: 3 }] }]);
  const estimate = await ask("/evaluation_runs/estimate", { project_id: project, settings });
  expect(estimate).toMatchObject({
    rows: 6,
    trials: 18,
    calls: 18,
    cost_usd: null,
    unpriced_models: ["openai/adder"],
    models: [{ role: "model", basis: "calls", basis_calls: 3 }],
  });
});

it("previews rows that match, and a sample that is the same for the same seed", async () => {
  const settings = await settingsOf({}, 30);
  const preview = async (seed: number) => {
    const filters = [{ column: "kind", operator: "is" as const, value: "odd" }];
    const rows = { ...settings.rows, filters, sample: { kind: "random" as const, count: 3, seed } };
    const body = { project_id: project, settings: { ...settings, rows } };
    return (await ask<{ rows: { row: Record<string, unknown> }[] }>("/evaluation_runs/preview", body)).rows;
  };
  const first = await preview(7);
  expect(first.map(({ row }) => row.kind)).toEqual(["odd", "odd", "odd"]);
  expect(await preview(7)).toMatchObject(first.map(({ row }) => ({ row })));
  expect((await preview(8)).map(({ row }) => row.question)).not.toEqual(first.map(({ row }) => row.question));
});

it.each(
  firstOnce<[string, Partial<EvaluationSettingsInput>, string]>(2, [
    [
      "a column that no row has",
      { models: [{ model: "openai/adder", messages: [{ role: "user", content: "{task}" }] }] },
      "body.settings.models.0.messages.0.content: No row has the column task",
    ],
    [
      "a model without a provider",
      { models: [{ model: "nobody/m", messages: [{ role: "user", content: "x" }] }] },
      "body.settings.models.0.model: No provider found",
    ],
    [
      "an expected column that no row has",
      { scorers: [{ kind: "exact", name: "e", expected: "result" }] },
      "body.settings.scorers.0.expected: No row has the column result",
    ],
    [
      "a pattern that is not closed",
      { scorers: [{ kind: "regex", name: "r", pattern: "(" }] },
      "body.settings.scorers.0.pattern",
    ],
  ]),
)("refuses %s and names the place", async (_name, members, message) => {
  const { status, text } = await send("/evaluation_runs/estimate", {
    project_id: project,
    settings: await settingsOf(members),
  });
  expect(status).toBe(422);
  const { detail } = JSON.parse(text) as { detail: { loc: string[]; msg: string }[] };
  expect(detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join()).toContain(message);
  expect(await calls()).toEqual([]);
});

it("compares with the answers of another evaluation in both orders", async () => {
  const baseline = await ended(await start(await settingsOf()));
  const scorers = [
    {
      kind: "pairwise" as const,
      name: "better",
      model: "openai/adder",
      prompt: "{output_a} or {output_b}",
      baseline_call_id: baseline.models[0]?.call_id ?? "",
    },
  ];
  const settings = await settingsOf({ scorers });
  // The judge says a in both orders: the order decided, which is a tie.
  const { rows } = await ask<{ rows: { trials: object[] }[] }>("/evaluation_runs/preview", {
    project_id: project,
    settings,
  });
  expect(rows.flatMap(({ trials }) => trials)).toMatchObject(
    Array.from({ length: 3 }, () => ({
      scores: [{ name: "better", score: { verdict: "tie", flipped: true }, error: null }],
    })),
  );
  if (sized({ once: false, all: true })) {
    const run = await ended(await start(settings));
    expect(run.models[0]?.scores).toMatchObject([{ name: "better", mean: 0.5, scored: 6, failed: 0 }]);
  }
});
