import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type {
  CheckpointEvaluation,
  CheckpointEvaluationSettingsInput,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { createApiKey } from "@/service/kernel/access/api-keys";
import { openState } from "@/service/kernel/state/open-state";
import { ProvidedService, TEST_KEY } from "@/service/testing/provided-service";

/** A job starts a program and may wait for a busy machine. */
const TIMEOUT_MS = 120_000;
/** Each look at a model reads its whole list of evaluations. */
const WAIT = { timeout: TIMEOUT_MS, interval: 400 };

let service: ProvidedService;
let project: string;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-checkpoint-evaluations-");
});

beforeEach(async () => {
  project = await service.nextProject();
});

afterAll(() => service.remove());

const send = (path: string, body?: object, method = "POST", key = TEST_KEY) =>
  service.send(path, body, { method, key });

const ask = <Result = Record<string, unknown>>(path: string, body?: object, method = "POST") =>
  service.ask<Result>(path, body, { method });

const calls = (filter: object) => service.lines("/calls/stream_query", { project_id: project, filter });

const roots = () => calls({ op_names: [`weave:///${project}/op/Evaluation.evaluate:*`] });

async function registerModel(model = { name: "speller", base_model: "heddle/bytes-blank-1" }): Promise<string> {
  const [entity, name] = project.split("/");
  return (await ask<{ id: string }>("/v1/preview/models", { entity, project: name, ...model })).id;
}

const trajectory = (answer: string, reward: number, prompt: string) => ({
  messages_and_choices: [
    { role: "user", content: prompt },
    { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: answer } },
  ],
  reward,
});

/** Trains a checkpoint in a few gradient steps, and returns its job. */
async function train(modelId: string, groups = 1, prompt = "Spell it."): Promise<string> {
  const group = { trajectories: [trajectory("heddle", 1, prompt), trajectory("#######", 0, prompt)] };
  const { id } = await ask<{ id: string }>("/v1/preview/training-jobs", {
    model_id: modelId,
    trajectory_groups: Array.from({ length: groups }, () => group),
    experimental_config: { learning_rate: 0.3, packed_sequence_length: 1 },
  });
  await expect.poll(async () => (await ask(`/v1/preview/training-jobs/${id}`)).status, WAIT).toBe("completed");
  return id;
}

async function dataset(rows: readonly object[]): Promise<string> {
  const { digest: table } = await ask("/table/create", { table: { project_id: project, rows } });
  const val = {
    _type: "Dataset",
    name: "words",
    rows: `weave:///${project}/table/${table}`,
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
  };
  const { digest } = await ask("/obj/create", { obj: { project_id: project, object_id: "words", val } });
  return `weave:///${project}/object/words:${digest}`;
}

const words = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ prompt: "Spell it.", word: "heddle", number: at }));

async function settingsOf(
  members: Partial<CheckpointEvaluationSettingsInput> = {},
  count = 3,
): Promise<CheckpointEvaluationSettingsInput> {
  return {
    name: "spelling",
    score: "spelled",
    messages: [{ role: "user", content: "{prompt}" }],
    params: { temperature: 0, max_tokens: 6 },
    rows: { dataset_ref: await dataset(words(count)) },
    scorers: [{ kind: "exact", name: "spelled", expected: "word" }],
    ...members,
  };
}

const JUDGE = {
  kind: "judge",
  name: "judged",
  model: "openai/adder",
  prompt: "Is {output} good for {number}?",
} as const;

const read = (modelId: string) => ask<CheckpointEvaluation>("/checkpoint_evaluations/read", { model_id: modelId });
const set = (modelId: string, settings: object) =>
  ask<CheckpointEvaluation>("/checkpoint_evaluations/set", { model_id: modelId, settings });
const start = (modelId: string, steps: number[] | null = null) =>
  ask<CheckpointEvaluation>("/checkpoint_evaluations/start", { model_id: modelId, steps });

const statesOf = ({ checkpoints }: CheckpointEvaluation) => checkpoints.map(({ run }) => run?.state ?? null);

async function untilStates(modelId: string, states: readonly (string | null)[]): Promise<CheckpointEvaluation> {
  await expect.poll(async () => statesOf(await read(modelId)), WAIT).toEqual(states);
  return await read(modelId);
}

it("evaluates each new checkpoint once, by itself, and existing ones on request", { timeout: TIMEOUT_MS }, async () => {
  const modelId = await registerModel();
  await set(modelId, await settingsOf());
  await train(modelId, 30);
  const trained = await untilStates(modelId, [null, "finished"]);
  expect(trained.checkpoints.map(({ gradient_steps: steps }) => steps)).toEqual([0, 60]);
  expect(trained.checkpoints[1]?.run).toMatchObject({
    requested_by: null,
    done: 3,
    total: 3,
    figures: {
      example_count: 3,
      trial_count: 3,
      error_count: 0,
      scores: [{ id: "spelled", mean: 1, kind: "boolean" }],
    },
  });
  expect(trained.best).toMatchObject({ step: 1, mean: 1 });

  await start(modelId);
  const all = await untilStates(modelId, ["finished", "finished"]);
  expect(all.checkpoints[0]?.run).toMatchObject({ figures: { scores: [{ id: "spelled", mean: 0 }] } });
  expect(all.checkpoints.map(({ run }) => run?.requested_by)).toEqual([expect.any(String), null]);
  expect((await start(modelId)).checkpoints.map(({ run }) => run?.run_id)).toEqual(
    all.checkpoints.map(({ run }) => run?.run_id),
  );
  const evaluated = await roots();
  expect(evaluated.map(({ id }) => id).sort()).toEqual(all.checkpoints.map(({ run }) => run?.call_id).sort());
  const listed = await ask("/checkpoint_evaluations/list", { project_id: project, model_ids: [modelId] });
  expect(listed.models).toEqual([
    {
      model_id: modelId,
      is_on: true,
      name: "spelling",
      score: "spelled",
      best: { step: 1, mean: 1, low: null, high: null, part: "all", example_count: 3 },
      evaluated_count: 2,
      failed_count: 0,
    },
  ]);
});

it("evaluates every second checkpoint only, and none while it is off", {
  tags: ["all"],
  timeout: TIMEOUT_MS,
}, async () => {
  const modelId = await registerModel();
  await set(modelId, await settingsOf({ every: 2 }));
  await train(modelId);
  await train(modelId);
  await untilStates(modelId, [null, null, "finished"]);
  await set(modelId, await settingsOf({ is_on: false }));
  await train(modelId);
  expect(statesOf(await read(modelId))).toEqual([null, null, "finished", null]);
  expect(await roots()).toHaveLength(1);
});

it("continues after a restart, and runs no trial twice", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
  const modelId = await registerModel();
  const limits = { concurrency: 1, timeout_s: 120, retries: 0 };
  await set(modelId, await settingsOf({ scorers: [JUDGE], score: "judged.passed", limits }));
  await train(modelId);
  await untilStates(modelId, [null, "finished"]);
  service.provider.hold();
  await train(modelId);
  await expect.poll(() => service.provider.seen.length, WAIT).toBe(4);
  await service.stop();
  service.provider.release();
  await service.start();
  const { checkpoints } = await untilStates(modelId, [null, "finished", "finished"]);
  expect(checkpoints[2]?.run?.figures).toMatchObject({ trial_count: 3, error_count: 0 });
  expect(await roots()).toHaveLength(2);
  const trials = await calls({ op_names: [`weave:///${project}/op/Evaluation.predict_and_score:*`] });
  expect(trials).toHaveLength(6);
});

it("makes up for what a kill left behind: a missed checkpoint, one not begun, and a start that was cut off", {
  tags: ["all"],
  timeout: TIMEOUT_MS,
}, async () => {
  const modelId = await registerModel();
  await set(modelId, await settingsOf());
  for (const _ of [1, 2, 3]) await train(modelId);
  const before = await untilStates(modelId, [null, "finished", "finished", "finished"]);
  const runIds = before.checkpoints.flatMap(({ run }) => run?.run_id ?? []);
  await service.stop();
  // The states between the steps of the service, as a kill leaves them in the file.
  const state = await openState(service.folder, service.databaseUrl);
  const [missed = "", finished = "", cut = ""] = runIds;
  const waiting = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b21";
  await state.deleteFrom("checkpoint_evaluation").where("run_id", "=", missed).execute();
  await state.deleteFrom("evaluation_run").where("id", "in", [missed, finished]).execute();
  await state.deleteFrom("evaluation_trial").where("run_id", "in", runIds).execute();
  await state.updateTable("checkpoint_evaluation").set({ figures: null }).where("run_id", "in", runIds).execute();
  await state.updateTable("checkpoint_evaluation").set({ run_id: waiting }).where("run_id", "=", finished).execute();
  await state
    .updateTable("evaluation_run")
    .set({ state: "queued", plan: null, started_at: null, ended_at: null })
    .where("id", "=", cut)
    .execute();
  await state.destroy();
  await service.start();
  const after = await untilStates(modelId, [null, "finished", "finished", "finished"]);
  expect(after.checkpoints[2]?.run?.run_id).toBe(waiting);
  expect(after.checkpoints[1]?.run?.run_id).not.toBe(missed);
  expect(after.checkpoints[3]?.run?.run_id).not.toBe(cut);
  expect(await roots()).toHaveLength(6);
});

it("says why an evaluation failed, and repeats it on request", { timeout: TIMEOUT_MS }, async () => {
  const modelId = await registerModel();
  const failing = await settingsOf({ params: { temperature: 9, max_tokens: 6 } });
  await set(modelId, failing);
  await start(modelId);
  const { checkpoints, best } = await untilStates(modelId, ["failed"]);
  expect(checkpoints[0]?.run).toMatchObject({
    reason: expect.stringMatching(/^No trial has an answer: .*temperature/s),
    figures: null,
  });
  expect(best).toBeNull();
  await start(modelId, [0]);
  await expect
    .poll(async () => (await read(modelId)).checkpoints[0]?.run?.run_id, WAIT)
    .not.toBe(checkpoints[0]?.run?.run_id);
  await untilStates(modelId, ["failed"]);
  expect(await roots()).toHaveLength(2);
});

it("counts the rows that no job trained on, chooses the best by them, and reads all or the trained ones on request", {
  timeout: TIMEOUT_MS,
}, async () => {
  const modelId = await registerModel();
  const rows = [
    ...words(3),
    ...[1, 2, 3, 4, 5].map((number) => ({ prompt: `Say ${number}.`, word: "heddle", number })),
  ];
  const settings = await settingsOf({ rows: { dataset_ref: await dataset(rows) } });
  await set(modelId, settings);
  await train(modelId, 30);
  const { checkpoints, best } = await untilStates(modelId, [null, "finished"]);
  const [run] = checkpoints.flatMap(({ run: own }) => own ?? []);
  expect(run?.figures?.rows).toMatchObject({ trained_count: 3, held_out_count: 5 });
  const body = { project_id: project, run_ids: [run?.call_id], limit: 500 };
  type Listed = { rows: { is_trained: boolean; example: string; runs: { value: number }[] }[] };
  const listed = (await ask<Listed>("/evaluations/results", { ...body, score: "spelled" })).rows;
  expect(listed.map(({ is_trained, example }) => is_trained === example.includes("Spell it."))).not.toContain(false);
  const meanOf = (isTrained: boolean) => {
    const values = listed.filter((row) => row.is_trained === isTrained).map((row) => row.runs[0]?.value ?? Number.NaN);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  expect(run?.figures?.rows?.held_out).toMatchObject([{ id: "spelled", mean: meanOf(false), example_count: 5 }]);
  expect(run?.figures?.rows?.trained).toMatchObject([{ id: "spelled", mean: meanOf(true), example_count: 3 }]);
  expect(best).toMatchObject({ step: 1, mean: meanOf(false), part: "held_out", example_count: 5 });
  type Figures = { runs: { rows: object; scores: { mean: number }[] }[] };
  const figures = async (part: string | null) => {
    const asked = { project_id: project, runs: [{ id: run?.call_id }], rows: part === null ? null : { part } };
    const [own] = (await ask<Figures>("/evaluations/figures", asked)).runs;
    return { rows: own?.rows, mean: own?.scores[0]?.mean };
  };
  expect(await figures(null)).toMatchObject({
    rows: { part: "held_out", counted: 5, trained: 3, all: 8 },
    mean: meanOf(false),
  });
  expect(await figures("trained")).toMatchObject({ rows: { part: "trained", counted: 3 }, mean: meanOf(true) });
  expect((await figures("all")).mean).toBeCloseTo((3 * meanOf(true) + 5 * meanOf(false)) / 8, 12);
});

it("computes held-out figures again once a later job trains on more of the rows", {
  tags: ["all"],
  timeout: TIMEOUT_MS,
}, async () => {
  const modelId = await registerModel();
  const rows = ["Spell it.", "Say it.", "Name it."].map((prompt) => ({ prompt, word: "heddle" }));
  await set(modelId, await settingsOf({ rows: { dataset_ref: await dataset(rows) } }));
  await train(modelId);
  const [, first] = (await untilStates(modelId, [null, "finished"])).checkpoints;
  expect(first?.run?.figures?.rows).toMatchObject({ trained_count: 1, held_out_count: 2 });
  await train(modelId, 1, "Say it.");
  const [, again, second] = (await untilStates(modelId, [null, "finished", "finished"])).checkpoints;
  expect(second?.run?.figures?.rows).toMatchObject({ trained_count: 2, held_out_count: 1 });
  expect(again?.run?.figures?.rows).toMatchObject({ trained_count: 2, held_out_count: 1, is_known: true });
});

it("pauses at the limit of money, evaluates the next checkpoint, and takes the figures of a resumed run", {
  tags: ["all"],
  timeout: TIMEOUT_MS,
}, async () => {
  const modelId = await registerModel();
  const costs = { adder: { prompt_token_cost: 1, completion_token_cost: 1 } };
  await ask("/cost/create", { project_id: project, costs });
  const limits = { concurrency: 1, timeout_s: 120, retries: 0, max_cost_usd: 20 };
  await set(modelId, await settingsOf({ scorers: [JUDGE], score: "judged.passed", limits }));
  await train(modelId);
  const { checkpoints } = await untilStates(modelId, [null, "over_budget"]);
  const run = checkpoints[1]?.run;
  expect(run).toMatchObject({ reason: "The spending limit of $20 is reached.", figures: null });
  expect((await send("/checkpoint_evaluations/start", { model_id: modelId, steps: [1] })).text).toContain(
    "The evaluation of step 1 is paused: resume it, or stop it first.",
  );
  await train(modelId);
  await untilStates(modelId, [null, "over_budget", "over_budget"]);
  await ask("/evaluation_runs/resume", { project_id: project, run_id: run?.run_id, max_cost_usd: 1000 });
  const resumed = await untilStates(modelId, [null, "finished", "over_budget"]);
  expect(resumed.checkpoints[1]?.run?.figures).toMatchObject({ trial_count: 3 });
});

it("counts checkpoints as not evaluated after another definition, and as before when that returns", {
  tags: ["all"],
  timeout: TIMEOUT_MS,
}, async () => {
  const modelId = await registerModel();
  const settings = await settingsOf();
  await set(modelId, settings);
  await train(modelId);
  await untilStates(modelId, [null, "finished"]);
  const others = [{ kind: "contains" as const, name: "spelled", texts: ["h"] }];
  const changed = await set(modelId, { ...settings, scorers: others, is_on: false });
  expect(statesOf(changed)).toEqual([null, null]);
  expect(changed).toMatchObject({ other_count: 1, best: null });
  const back = await set(modelId, { ...settings, name: "another name", limits: { concurrency: 2 }, is_on: false });
  expect(statesOf(back)).toEqual([null, "finished"]);
  expect(back.other_count).toBe(0);
  await ask("/checkpoint_evaluations/remove", { model_id: modelId });
  expect(await read(modelId)).toMatchObject({ settings: null, best: null });
});

it("rejects settings that could not run, and names the member", async () => {
  const modelId = await registerModel();
  const rejected = async (members: object) =>
    (
      await send("/checkpoint_evaluations/set", {
        model_id: modelId,
        settings: { ...(await settingsOf()), ...members },
      })
    ).text;
  expect(await rejected({ score: "other" })).toContain("No scorer gives this score");
  expect(await rejected({ messages: [{ role: "user", content: "{nothing}" }] })).toContain(
    "No row has the column nothing",
  );
  expect(await rejected({ rows: { dataset_ref: `weave:///${project}/object/none:abc` } })).toMatch(/none|deleted/);
  expect(await rejected({ every: 0 })).toContain("At least 1");
  expect((await read(modelId)).settings).toBeNull();
  const otherId = await registerModel({ name: "large", base_model: "some/large-model" });
  const refused = await send("/checkpoint_evaluations/set", { model_id: otherId, settings: await settingsOf() });
  expect(refused).toMatchObject({
    status: 400,
    text: expect.stringContaining("cannot run checkpoints of some/large-model"),
  });
  expect((await send("/checkpoint_evaluations/read", { model_id: "none" })).status).toBe(404);
  expect((await send("/checkpoint_evaluations/start", { model_id: modelId, steps: null })).text).toContain(
    "No evaluation is set on this model.",
  );
});

it("does not evaluate a checkpoint that was deleted before its turn", {
  tags: ["all"],
  timeout: TIMEOUT_MS,
}, async () => {
  const modelId = await registerModel();
  await set(modelId, await settingsOf({ scorers: [JUDGE], score: "judged.passed" }));
  service.provider.hold();
  await train(modelId);
  await untilStates(modelId, [null, "running"]);
  expect(statesOf(await start(modelId))).toEqual(["waiting", "running"]);
  await ask(`/v1/preview/models/${modelId}/checkpoints`, { steps: [0] }, "DELETE");
  service.provider.release();
  await untilStates(modelId, ["finished"]);
  await train(modelId);
  await untilStates(modelId, ["finished", "finished"]);
  expect(await roots()).toHaveLength(2);
});

it("shows limited keys only the models of their projects", async () => {
  const modelId = await registerModel();
  const other = { entity: "demo", project: "other", name: "speller", base_model: "heddle/bytes-blank-1" };
  const { id: otherId } = await ask<{ id: string }>("/v1/preview/models", other);
  const state = await openState(service.folder, service.databaseUrl);
  const { key } = await createApiKey(state, { name: "other", userId: "other", projects: ["demo/other"] });
  await state.destroy();
  expect((await send("/checkpoint_evaluations/read", { model_id: otherId }, "POST", key)).status).toBe(200);
  expect((await send("/checkpoint_evaluations/read", { model_id: modelId }, "POST", key)).status).toBe(404);
  const list = { project_id: project, model_ids: [modelId] };
  expect((await send("/checkpoint_evaluations/list", list, "POST", key)).status).toBe(403);
});
