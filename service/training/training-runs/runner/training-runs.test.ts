import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TimePhase } from "@/lib/api/contract/training-runs/time-split";
import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { openState } from "@/service/kernel/state/open-state";
import { ProvidedService } from "@/service/testing/provided-service";
import { SumsProvider } from "@/test/provider/sums-provider";
import { firstOnce, sized } from "@/test/setup/test-length";

/** Each job starts a program, and the machine may be busy. */
const TIMEOUT_MS = 600_000;
const WAIT = { timeout: TIMEOUT_MS, interval: 400 };

let service: ProvidedService;
let project: string;
/** The command of another trainer than the built-in one. */
let trainer: string | undefined;

async function restart(between: () => Promise<void> = async () => undefined, next?: string): Promise<void> {
  trainer = next;
  await service.stop();
  await between();
  await service.start(
    trainer === undefined ? {} : { HEDDLE_TRAINER: trainer, HEDDLE_TRAINER_MODELS: ["heddle/bytes-blank-1"] },
  );
}

beforeAll(async () => {
  service = await ProvidedService.create("heddle-training-runs-");
});

beforeEach(async () => {
  project = await service.nextProject();
});

afterAll(() => service.remove());

const send = (path: string, body: object) => service.send(path, body);

const ask = <Result = Record<string, unknown>>(path: string, body: object) => service.ask<Result>(path, body);

const calls = (filter: object) => service.lines("/calls/stream_query", { project_id: project, filter });

const rolloutCalls = () => calls({ op_names: ["rollout"] });

type Settings = TrainingRunSettingsInput;

/** Two tasks for which small letters are rewarded: the untrained model writes any byte. */
function settingsOf(members: Partial<Settings> = {}): Settings {
  return {
    name: "letters",
    model: { kind: "new", name: "speller", base_model: "heddle/bytes-blank-1" },
    tasks: {
      kind: "prompts",
      items: [{ prompt: "Spell it." }, { prompt: "Write it." }],
    },
    params: { temperature: 1, max_tokens: 4 },
    reward: {
      scorers: [
        { kind: "regex", name: "letter", pattern: "[a-z]" },
        { kind: "regex", name: "two", pattern: "[a-z].*[a-z]", flags: "s" },
      ],
      weights: { letter: 1, two: 1 },
    },
    group_size: 12,
    tasks_per_iteration: 2,
    iterations: 2,
    config: { learning_rate: 0.3, packed_sequence_length: 1 },
    seed: 7,
    ...members,
  };
}

const start = async (settings: Settings) =>
  (await ask<{ id: string }>("/training_runs/start", { project_id: project, settings })).id;

const byId = (id: string) => ({ project_id: project, run_id: id });
const read = (id: string) => ask<TrainingRunDetail>("/training_runs/read", byId(id));
const rollouts = (id: string, iteration: number) =>
  ask<ResultOf<"trainingRuns.rollouts">>("/training_runs/rollouts", { ...byId(id), iteration });

async function rested(id: string, state: string): Promise<TrainingRunDetail> {
  const until = async () => {
    const run = await read(id);
    return run.state === "running" || run.state === "queued" ? "at work" : `${run.state}`;
  };
  await expect.poll(until, WAIT).toBe(state);
  return await read(id);
}

async function jobs(modelId: string): Promise<Record<string, unknown>[]> {
  const { data } = await ask<{ data: Record<string, unknown>[] }>("/training_jobs/list", { model_id: modelId });
  return data;
}

/** Changes what the closed service had stored, as a kill at a certain moment would have left it. */
async function inState(change: (state: Awaited<ReturnType<typeof openState>>) => Promise<unknown>): Promise<void> {
  const state = await openState(service.folder, service.databaseUrl);
  await change(state);
  await state.destroy();
}

interface Summary {
  readonly usage?: Readonly<Record<string, { readonly prompt_tokens: number; readonly completion_tokens: number }>>;
}

/** A judge that says yes to each answer, and a rule that does not. */
const JUDGED = {
  scorers: [
    { kind: "judge" as const, name: "kind", model: "openai/adder", prompt: "Is {output} good?" },
    { kind: "regex" as const, name: "two", pattern: "[a-z].*[a-z]", flags: "s" },
  ],
};

const started = JSON.stringify({ type: "training_started", data: { num_sequences: 3 } });
/** A trainer that announces three steps, and never completes one. */
const WAITING_TRAINER = `echo '${started}'; exec sleep 600`;
const FAILING_TRAINER = "echo 'out of memory' >&2; exit 3";

/** As many iterations as show that each samples the checkpoint of the one before, and that the reward rises. */
const TRAINED = sized({
  once: { iterations: 2, group_size: 12, config: { learning_rate: 0.3, packed_sequence_length: 1 } },
  all: { iterations: 5, group_size: 16, config: { learning_rate: 0.04, packed_sequence_length: 1 } },
});

const withBuiltInTrainer = async () => {
  if (trainer !== undefined) await restart();
};

describe("pause, resume and stop", () => {
  beforeEach(withBuiltInTrainer);

  it("finish the running rollouts, and continue with the others", { timeout: TIMEOUT_MS }, async () => {
    service.provider.hold();
    const id = await start(
      settingsOf({
        iterations: 1,
        group_size: 5,
        params: { temperature: 1, max_tokens: 10 },
        reward: JUDGED,
        config: { learning_rate: 0.05 },
        limits: { concurrency: 2 },
      }),
    );
    await expect.poll(() => service.provider.seen.length, WAIT).toBe(2);
    const pausing = ask("/training_runs/pause", byId(id));
    await expect.poll(async () => (await read(id)).reason, WAIT).toBe("Pausing.");
    service.provider.release();
    expect(await pausing).toMatchObject({ state: "paused", reason: null, phase: null });
    const seen = service.provider.seen.length;
    expect((await read(id)).iterations[0]).toMatchObject({ state: "sampling", rollouts: seen });
    await ask("/training_runs/resume", { ...byId(id), concurrency: 8, iterations: 2 });
    const run = await rested(id, "finished");
    expect(run.iterations.map(({ state }) => state)).toEqual(["done", "done"]);
    expect(service.provider.seen).toHaveLength(20);
    expect(run.settings?.limits.concurrency).toBe(8);
    expect((await send("/training_runs/resume", byId(id))).status).toBe(409);
  });

  it("a restart continues with the rollouts that were interrupted", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    service.provider.hold();
    const id = await start(settingsOf({ iterations: 1, reward: JUDGED, limits: { concurrency: 3 } }));
    await expect.poll(() => service.provider.seen.length, WAIT).toBe(3);
    expect((await read(id)).phase).toMatchObject({ name: "sampling", iteration: 1, done: 0, total: 24 });
    await restart(async () => service.provider.release());
    const run = await rested(id, "finished");
    expect(run.iterations[0]).toMatchObject({ state: "done", rollouts: 24, errors: 0 });
    expect(await rolloutCalls()).toHaveLength(24);
    // Three judgements were interrupted before they were answered.
    expect(service.provider.seen).toHaveLength(27);
  });

  it("resuming a pausing run continues it once its rollouts have ended", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    service.provider.hold();
    const id = await start(settingsOf({ iterations: 1, reward: JUDGED, limits: { concurrency: 2 } }));
    await expect.poll(() => service.provider.seen.length, WAIT).toBe(2);
    const pausing = ask("/training_runs/pause", byId(id));
    await expect.poll(async () => (await read(id)).reason, WAIT).toBe("Pausing.");
    const resuming = ask("/training_runs/resume", { ...byId(id), concurrency: 8 });
    service.provider.release();
    await pausing;
    expect(await resuming).toMatchObject({ state: "running", reason: null });
    const run = await rested(id, "finished");
    expect(run.settings?.limits.concurrency).toBe(8);
    expect(run.iterations[0]).toMatchObject({ state: "done", rollouts: 24, errors: 0 });
  });

  it("one run at a time trains a model", { timeout: TIMEOUT_MS }, async () => {
    service.provider.hold();
    const id = await start(settingsOf({ group_size: 4, reward: JUDGED }));
    const { model } = await read(id);
    const second = settingsOf({ group_size: 4, model: { kind: "existing", model_id: model?.id ?? "" } });
    const refused = await send("/training_runs/start", { project_id: project, settings: second });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("The run letters trains this model")]);
    const stopping = ask("/training_runs/stop", byId(id));
    await expect.poll(async () => (await read(id)).state, WAIT).toMatch(/^stopp(ing|ed)$/);
    service.provider.release();
    await stopping;
    const next = await start({ ...second, iterations: 1 });
    expect((await rested(next, "finished")).iterations[0]).toMatchObject({ from_step: 0, step: 1 });
    const { runs } = await ask<{ runs: { id: string }[] }>("/training_runs/list", { project_id: project });
    expect(runs.map((run) => run.id)).toEqual([next, id]);
    const found = async (...words: string[]) =>
      (await ask<{ runs: { id: string }[] }>("/training_runs/list", { project_id: project, words })).runs.map(
        (run) => run.id,
      );
    expect(await found("LETT", "stopped")).toEqual([id]);
    expect(await found("letters", "paused")).toEqual([]);
  });
});

describe("limits", () => {
  beforeEach(withBuiltInTrainer);

  it.each(
    firstOnce(1, [
      ["tokens", { max_tokens: 100 }, { max_tokens: 100_000 }, /^The limit of 100 tokens is reached/],
      ["minutes", { max_minutes: 0.00001 }, { max_minutes: 60 }, /^The limit of 0.00001 minutes is reached/],
    ]),
  )("of %s pause, and a new one continues", { timeout: TIMEOUT_MS }, async (_, limits, next, reason) => {
    const id = await start(settingsOf({ iterations: 1, group_size: 6, limits }));
    const run = await rested(id, "paused");
    expect(run.reason).toMatch(reason);
    expect(run.spent.tokens).toBeLessThanOrEqual(100);
    await ask("/training_runs/resume", { ...byId(id), ...next });
    expect((await rested(id, "finished")).iterations[0]).toMatchObject({ state: "done", rollouts: 12 });
  });

  it("of cost need a price for the judge", async () => {
    const settings = settingsOf({ reward: JUDGED, limits: { max_cost_usd: 1 } });
    const { status, text } = await send("/training_runs/start", { project_id: project, settings });
    expect([status, JSON.parse(text).detail]).toMatchObject([
      422,
      [{ loc: ["body", "settings", "limits", "max_cost_usd"], msg: expect.stringContaining("has no price") }],
    ]);
  });

  it("of cost need a price for the judge, also when set on a running run", { timeout: TIMEOUT_MS }, async () => {
    service.provider.hold();
    const id = await start(settingsOf({ reward: JUDGED }));
    await expect.poll(() => service.provider.seen.length, WAIT).toBeGreaterThan(0);
    const { status, text } = await send("/training_runs/resume", { ...byId(id), max_cost_usd: 1 });
    expect([status, text]).toEqual([422, expect.stringContaining("has no price")]);
    expect((await read(id)).limits.cost_usd).toBeNull();
    service.provider.release();
    await ask("/training_runs/stop", byId(id));
  });
});

describe("a failure", () => {
  beforeEach(withBuiltInTrainer);

  it("of the judge pauses with its reason, and only failed rollouts run again", { timeout: TIMEOUT_MS }, async () => {
    await service.provider.stop();
    const limits = { retries: 0, concurrency: 2 };
    const id = await start(settingsOf({ iterations: 1, group_size: 4, reward: JUDGED, limits }));
    const paused = await rested(id, "paused");
    expect(paused.reason).toMatch(/^\d of 8 rollouts of iteration 1 failed: kind: /);
    expect(paused.iterations[0]).toMatchObject({ state: "sampling", rollouts: 0 });
    expect(paused.iterations[0]?.errors).toBeGreaterThanOrEqual(1);
    await restart(async () => {
      service.provider = await SumsProvider.start();
    });
    expect((await read(id)).state).toBe("paused");
    await ask("/training_runs/resume", byId(id));
    const run = await rested(id, "finished");
    expect(run.iterations[0]).toMatchObject({ state: "done", rollouts: 8, errors: 0 });
    expect(run.spent.tokens).toBeGreaterThan(paused.spent.tokens);
  });

  it("of a judge whose budget is used up pauses before a request, and goes on when it is raised", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    const costs = { adder: { prompt_token_cost: 0.001, completion_token_cost: 0.005 } };
    await ask("/cost/create", { project_id: project, costs });
    const base = { project_id: project, id: `${project}-spent` };
    const started = { ...base, trace_id: base.id, op_name: "llm", started_at: new Date().toISOString() };
    const summary = { usage: { adder: { requests: 1, prompt_tokens: 100, completion_tokens: 0 } } };
    await ask("/call/upsert_batch", {
      batch: [
        { mode: "start", req: { start: { ...started, attributes: {}, inputs: {} } } },
        { mode: "end", req: { end: { ...base, ended_at: started.started_at, summary } } },
      ],
    });
    const budget = { name: "Judges", scope: "model", value: "adder", period: "day", limit_usd: 0.05 };
    const { id: budgetId } = await ask<{ id: string }>("/budgets/save", { project_id: project, settings: budget });
    const id = await start(settingsOf({ iterations: 1, group_size: 4, reward: JUDGED }));
    const paused = await rested(id, "paused");
    expect(paused.reason).toContain("“Judges” of $0.05 a day is used up");
    expect(service.provider.seen).toHaveLength(0);
    await ask("/budgets/save", { project_id: project, budget_id: budgetId, settings: { ...budget, limit_usd: 100 } });
    await ask("/training_runs/resume", byId(id));
    await expect.poll(async () => (await read(id)).iterations[0], WAIT).toMatchObject({ rollouts: 8, errors: 0 });
  });

  it("whose record a kill cut off is counted, and its next attempt has calls of its own", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    await service.provider.stop();
    const limits = { retries: 0, concurrency: 2 };
    const id = await start(settingsOf({ iterations: 1, reward: JUDGED, limits }));
    const paused = await rested(id, "paused");
    const failed = (await rolloutCalls()).length;
    expect(failed).toBe(paused.iterations[0]?.errors);
    await restart(async () => {
      service.provider = await SumsProvider.start();
      await inState((state) => state.deleteFrom("training_rollout").where("run_id", "=", id).execute());
    });
    await ask("/training_runs/resume", byId(id));
    const run = await rested(id, "finished");
    expect(run.iterations[0]).toMatchObject({ state: "done", rollouts: 24, errors: 0 });
    expect(await rolloutCalls()).toHaveLength(24 + failed);
    const attempts = await rolloutCalls();
    const tokens = attempts.flatMap(({ summary }) => Object.values((summary as Summary).usage ?? {}));
    expect(run.spent.tokens).toBe(tokens.reduce((sum, one) => sum + one.prompt_tokens + one.completion_tokens, 0));
  });

  it("of a job pauses with its error, and the next job has the same rollouts", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    await restart(undefined, FAILING_TRAINER);
    const id = await start(settingsOf({ iterations: 1 }));
    const paused = await rested(id, "paused");
    expect(paused.reason).toMatch(/^The job of iteration 1 failed: .*out of memory/);
    expect(paused.iterations[0]).toMatchObject({ state: "failed", problem: expect.stringContaining("out of memory") });
    await restart();
    await ask("/training_runs/resume", byId(id));
    const run = await rested(id, "finished");
    expect(run.iterations[0]).toMatchObject({ state: "done", step: 1, problem: null });
    expect(await rolloutCalls()).toHaveLength(24);
  });

  it("to find any difference is said, and pauses after five iterations", { timeout: TIMEOUT_MS }, async () => {
    const reward = { scorers: [{ kind: "regex" as const, name: "never", pattern: "never in four bytes" }] };
    const id = await start(settingsOf({ iterations: 6, reward, group_size: 2 }));
    const run = await rested(id, "paused");
    expect(run.reason).toMatch(/^No group of the last 5 iterations had different rewards/);
    expect(run.iterations.map(({ state, groups_with_signal: signal }) => [state, signal])).toEqual(
      Array.from({ length: 5 }, () => ["no_signal", 0]),
    );
    expect(run.verdict).toMatchObject({
      kind: "no_signal",
      sentence: expect.stringContaining(
        "no group had different rewards: all are 0, so there is nothing to learn from.",
      ),
    });
    expect(await jobs(run.model?.id ?? "")).toEqual([]);
    await ask("/training_runs/resume", byId(id));
    expect((await rested(id, "finished")).iterations).toHaveLength(6);
  });
});

describe("a training run that has ended", () => {
  let trained: { readonly project: string; readonly id: string } | undefined;

  /** The tests of this group share one run. */
  async function train() {
    await withBuiltInTrainer();
    const id = await start(settingsOf({ ...TRAINED, params: { max_tokens: 8 } }));
    await rested(id, "finished");
    return { project, id };
  }

  beforeEach(async () => {
    trained ??= await train();
    project = trained.project;
  }, TIMEOUT_MS);

  const trainedId = () => trained?.id ?? "";

  it("sampled from the newest checkpoint each time, and its reward rose", async () => {
    const id = trainedId();
    const run = await read(id);
    const numbers = Array.from({ length: TRAINED.iterations }, (_, at) => at + 1);
    expect(run.iterations.map(({ state, from_step, step }) => [state, from_step, step])).toEqual(
      numbers.map((step) => ["done", step - 1, step]),
    );
    const [first = 0] = run.rewards.flatMap((mean) => (mean === null ? [] : [mean]));
    expect(run.rewards.at(-1)).toBeGreaterThan(first + 0.4);
    // A rise within few iterations may be more than these few groups can show.
    expect(["rising", "cannot_tell"]).toContain(run.verdict.kind);
    const count = 2 * TRAINED.group_size;
    for (const iteration of run.iterations) {
      expect(iteration).toMatchObject({ groups: 2, rollouts: count, rollouts_planned: count, errors: 0, cost_usd: 0 });
      expect(iteration.metrics).toMatchObject({ entropy: expect.any(Number), kl_div: expect.any(Number) });
      expect(iteration.scores).toMatchObject({ letter: expect.any(Number), two: expect.any(Number) });
    }
    expect(run.spent.tokens).toBe(run.iterations.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0));
    expect(run.phase).toBeNull();
    // The trainer reports its phases of each iteration.
    const spent = new Map(run.time_split?.phases.map(({ phase, seconds }) => [phase, seconds]));
    expect(
      ["sampling", "training", "weight_sync"].filter((phase) => !((spent.get(phase as TimePhase) ?? 0) > 0)),
    ).toEqual([]);
    expect(run.time_split).toMatchObject({ iterations: TRAINED.iterations, overlaps: false });

    // Each rollout has a trace of its own, and its trajectory names it.
    const { groups, from_step: step } = await rollouts(id, TRAINED.iterations);
    expect([step, groups.map(({ task }) => task)]).toEqual([TRAINED.iterations - 1, [0, 1]]);
    const [rollout] = groups[0]?.rollouts ?? [];
    const trace = await calls({ trace_ids: [rollout?.trace_id] });
    expect(trace.map(({ op_name: name }) => name).sort()).toEqual([
      "rollout",
      "score.letter",
      "score.two",
      "weave.completions_create",
    ]);
    const ofTrace = { project_id: project, filter: { trace_ids: [rollout?.trace_id] }, fields: ["source"] };
    expect((await ask("/calls/facets", ofTrace)).facets).toMatchObject([{ values: [{ value: "training", count: 4 }] }]);
    const batch = { batch_id: run.iterations.at(-1)?.batch_id, group: 0, trajectory: 0 };
    const { trajectory } = await ask<ResultOf<"trajectories.read">>("/trajectories/read", batch);
    expect(trajectory).toMatchObject({
      reward: rollout?.reward,
      metadata: { call_id: rollout?.call_id, task_id: 0, training_run_id: id, iteration: TRAINED.iterations },
    });
    const choice = trajectory.messages_and_choices.at(-1) as {
      message: { content: string };
      logprobs: { content: object[] };
    };
    expect(choice.message.content).toBe(rollout?.answer);
    expect(choice.logprobs.content.length).toBe(Buffer.byteLength(choice.message.content));
  });

  it("can be forked from an older checkpoint as a model of its own", { timeout: TIMEOUT_MS }, async () => {
    const source = (await read(trainedId())).model;
    const forkAt = (step: number) =>
      settingsOf({ iterations: 1, model: { kind: "fork", name: "fork", model_id: source?.id ?? "", step } });
    const refused = await send("/training_runs/start", { project_id: project, settings: forkAt(9) });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("no checkpoint at step 9")]);
    const run = await rested(await start(forkAt(1)), "finished");
    expect(run.model?.forked_from).toEqual({ model_id: source?.id, name: "speller", step: 1 });
    expect(run.iterations).toMatchObject([{ from_step: 0, step: 1, state: "done" }]);
    const left = await ask<{ latest_step: number }>("/models/read", { model_id: source?.id ?? "" });
    expect(left.latest_step).toBe(TRAINED.iterations);
  });

  it("continues sampling after a restart, and takes a rollout whose record was not stored from its calls", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const id = trainedId();
    const newest = TRAINED.iterations;
    const answersOf = async () =>
      (await rollouts(id, newest)).groups.map((group) => group.rollouts.map(({ answer }) => answer));
    const [before, answers, callCount] = [await read(id), await answersOf(), (await rolloutCalls()).length];
    // Killed after the calls of the second task were stored, and after the job was sent: no trainer is needed again.
    const change = () =>
      inState(async (state) => {
        await state
          .updateTable("training_run")
          .set({ state: "running", ended_at: null })
          .where("id", "=", id)
          .execute();
        const sampling = { state: "sampling", job_id: null, step: null, sampled_at: null, ended_at: null };
        const ofNewest = state.updateTable("training_iteration").set(sampling).where("iteration", "=", newest);
        await ofNewest.where("run_id", "=", id).execute();
        const records = state.deleteFrom("training_rollout").where("run_id", "=", id).where("iteration", "=", newest);
        await records.where("task", "=", 1).execute();
      });
    await restart(change, WAITING_TRAINER);
    const run = await rested(id, "finished");
    expect(await answersOf()).toEqual(answers);
    expect(await rolloutCalls()).toHaveLength(callCount);
    expect(await jobs(run.model?.id ?? "")).toHaveLength(newest);
    const [stored, recovered] = [before, run].map(({ iterations }) => iterations.at(-1));
    expect(recovered).toMatchObject({ state: "done", step: newest, job_id: stored?.job_id });
    expect(recovered?.reward).toEqual(stored?.reward);
    expect(run.spent.tokens).toBe(before.spent.tokens);
  });
});

describe("with a trainer that does not end", () => {
  beforeEach(async () => {
    if (trainer !== WAITING_TRAINER) await restart(undefined, WAITING_TRAINER);
  });

  it("stopping cancels the job, and keeps checkpoints and rollouts", { timeout: TIMEOUT_MS }, async () => {
    const id = await start(settingsOf());
    await expect.poll(async () => (await read(id)).phase?.name, WAIT).toBe("training");
    expect(await ask("/training_runs/stop", byId(id))).toMatchObject({ state: "stopped", reason: "Stopped." });
    const run = await read(id);
    expect((await jobs(run.model?.id ?? ""))[0]).toMatchObject({
      status: "cancelled",
      error_message: "The training run was stopped.",
    });
    expect((await rollouts(id, 1)).groups).toHaveLength(2);
    const again = await send("/training_runs/resume", byId(id));
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("This run is stopped. Start a new one.")]);
  });

  it("a restart sends a job that it ended again, with the same rollouts", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    const id = await start(settingsOf({ iterations: 1 }));
    await expect.poll(async () => (await read(id)).phase, WAIT).toMatchObject({ name: "training", done: 0, total: 3 });
    await restart();
    const run = await rested(id, "finished");
    expect(run.iterations[0]).toMatchObject({ state: "done", problem: null, rollouts: 24 });
    expect(await rolloutCalls()).toHaveLength(24);
    expect((await jobs(run.model?.id ?? "")).map(({ status }) => status)).toEqual(["completed", "failed"]);
    // Neither job is a client's.
    expect((await ask<{ runs: unknown[] }>("/training_runs/of_models", { project_id: project })).runs).toEqual([]);
  });
});
