import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { ProvidedService, TEST_KEY } from "@/service/testing/provided-service";

type Rollouts = ResultOf<"trainingRuns.rollouts">;

let service: ProvidedService;
let projectId = "";
let projectCount = 0;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-logged-runs-");
});

beforeEach(() => {
  projectCount += 1;
  projectId = `demo/logged-${projectCount}`;
});

afterAll(() => service.remove());

const ask = <Result>(path: string, body: object) =>
  service.ask<Result>(`/training_runs/${path}`, { project_id: projectId, ...body });
const send = (path: string, body: object) => service.send(`/training_runs/${path}`, { project_id: projectId, ...body });
const log = (body: object) =>
  ask<{ run_id: string; iterations: number; rollouts: number }>("log", { run: "grpo", ...body });
const read = (runId: string, members: object = {}) => ask<TrainingRunDetail>("read", { run_id: runId, ...members });
const rolloutsOf = (runId: string, iteration: number, members: object = {}) =>
  ask<Rollouts>("rollouts", { run_id: runId, iteration, ...members });

const question = (text: string) => [{ role: "user", content: text }];

/** Two tasks with two rollouts each. */
const rolloutsWith = (rewards: readonly [number, number, number, number]) =>
  rewards.map((reward, index) => ({
    task: index < 2 ? "sums/1" : "sums/2",
    messages: question(index < 2 ? "1 + 1?" : "2 + 2?"),
    answer: `answer ${index}`,
    reward,
    tokens: 10,
    scores: { right: reward > 0, length: index },
  }));

describe("a logged run", () => {
  it("takes NaN and infinite numbers, as Python writes them, for missing values", async () => {
    const send = (members: string) =>
      service.fetch("/training_runs/log", {
        method: "POST",
        headers: { authorization: `Bearer ${TEST_KEY}` },
        body: `{"project_id":"${projectId}","run":"grpo",${members}}`,
      });
    const rollout = (reward: string) => `{"task":"t","messages":[],"answer":"NaN \\" Infinity","reward":${reward}}`;
    const answer = await send(
      `"iteration":1,"metrics":{"loss":NaN,"kl":-Infinity,"lr":0.1},"rollouts":[${rollout("NaN")},${rollout("1.0")}]`,
    );
    expect(answer.status).toBe(200);
    const { run_id: id } = (await answer.json()) as { run_id: string };
    const run = await read(id);
    expect(run.iterations[0]?.metrics).toEqual({ lr: 0.1 });
    expect(run.iterations[0]?.reward).toMatchObject({ mean: 1 });
    const { groups } = await rolloutsOf(id, 1);
    expect(groups[0]?.rollouts.map(({ reward, answer }) => [reward, answer])).toEqual([
      [null, 'NaN " Infinity'],
      [1, 'NaN " Infinity'],
    ]);
    expect((await send(`"iteration":1,"metrics":{"loss":nan}`)).status).toBe(422);
  });

  it("shows the mean distance of its rollouts from the weights that it trains, unless the program logs it", async () => {
    const sampledAt = (versions: readonly (number | null)[]) =>
      versions.map((weight_version, rollout) => ({ task: "t", rollout, messages: [], reward: 1, weight_version }));
    const { run_id: id } = await log({ iteration: 4, rollouts: sampledAt([3, 2, null]) });
    await log({ iteration: 5, rollouts: sampledAt([null]) });
    await log({ iteration: 6, rollouts: sampledAt([5, 3]), metrics: { steps_off_policy: 7 } });
    // Counted from another start: more steps than the run has trained.
    await log({ iteration: 7, rollouts: sampledAt([900]) });
    const lags = async () => (await read(id)).iterations.map(({ metrics }) => metrics.steps_off_policy ?? null);
    expect(await lags()).toEqual([0.5, null, 7, null]);
    await log({ iteration: 4, rollouts: [{ ...sampledAt([0])[0], rollout: 3 }] });
    expect((await lags())[0]).toBeCloseTo((0 + 1 + 3) / 3, 9);
  });

  it("counts whole tokens, also where a program logs means over its processes or no number of tokens", async () => {
    const { run_id: id } = await log({ iteration: 1, metrics: { "perf/total_num_tokens": 10.4 } });
    await log({ iteration: 2, metrics: { "perf/total_num_tokens": 10.4 } });
    expect((await read(id)).spent.tokens).toBe(21);
    const { run_id: endless } = await log({ run: "endless", iteration: 1, metrics: { num_tokens: 1e300 } });
    expect((await read(endless)).spent.tokens).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("ends a series with a gap where its last values were not numbers", async () => {
    for (const iteration of [1, 2, 3]) await log({ iteration, metrics: { loss: iteration / 10, kl: 0.1 * iteration } });
    const { run_id: id } = await log({ iteration: 4, metrics: { loss: null, kl: 0.5 } });
    const keys = ["metric:loss", "metric:kl"];
    const series = async (members: object) =>
      (await ask<ResultOf<"trainingRuns.series">>("series", { run_id: id, keys, ...members })).series.map(
        ({ key, x, last }) => [key, x.at(-1), last.at(-1)],
      );
    expect(await series({})).toEqual([
      ["metric:loss", 4, null],
      ["metric:kl", 4, 0.5],
    ]);
    // Beyond the range that is shown.
    expect((await series({ from: 1, to: 2 }))[0]).toEqual(["metric:loss", 3, 0.3]);
    await log({ iteration: 5, metrics: { loss: 0.2 } });
    expect((await series({}))[0]).toEqual(["metric:loss", 5, 0.2]);
  });

  it("shows how stale the weights of its rollouts were, also of parts of an iteration that come later", async () => {
    const sampledAt = (versions: readonly (number | null)[], from = 0) =>
      versions.map((weight_version, at) => ({
        ...{ task: "t", rollout: from + at, messages: [], reward: 1, weight_version },
      }));
    const { run_id: id } = await log({ iteration: 3, rollouts: sampledAt([2, 2, 0, null]) });
    await log({ iteration: 4, metrics: { loss: 1 } });
    await log({ iteration: 5, rollouts: sampledAt([4]) });
    await log({ iteration: 5, rollouts: sampledAt([3], 1) });
    expect((await read(id)).staleness).toEqual({
      ...{ rollouts: 5, unknown: 1, mean: 3 / 5, most: 2 },
      bands: [0, 1, 2].map((lag) => ({ from: lag, to: lag })),
      stretches: [
        { from: 3, to: 3, shares: [2 / 3, 0, 1 / 3] },
        { from: 5, to: 5, shares: [0.5, 0.5, 0] },
      ],
    });
    const { run_id: silent } = await log({ run: "silent", iteration: 1, rollouts: sampledAt([null]) });
    expect((await read(silent)).staleness).toBeNull();
  });

  it("has the rollouts nearest to a step, as few programs log those of each", async () => {
    const { run_id: id } = await log({ iteration: 10, rollouts: rolloutsWith([1, 0, 1, 1]) });
    await log({ iteration: 20, rollouts: rolloutsWith([1, 1, 1, 1]) });
    await log({ iteration: 30, metrics: { loss: 1 } });
    const found = async (iteration: number) => (await rolloutsOf(id, iteration, { nearest: true })).iteration;
    expect([await found(25), await found(10), await found(3), await found(99)]).toEqual([20, 10, 10, 20]);
    expect((await rolloutsOf(id, 30)).groups).toEqual([]);
    expect((await send("rollouts", { run_id: id, iteration: 25 })).status).toBe(404);
  });

  it("has the rewards, metrics and scores of its iterations", async () => {
    const { run_id: id } = await log({
      model: "Qwen/Qwen3-7B",
      config: { learning_rate: 1e-6 },
      iteration: 1,
      metrics: { kl: 0.01, loss: 0.5 },
      rollouts: rolloutsWith([0, 1, 0, 0]),
    });
    expect(await log({ iteration: 2, rollouts: rolloutsWith([1, 1, 0, 1]) })).toEqual({
      run_id: id,
      iterations: 2,
      rollouts: 4,
    });
    const run = await read(id);
    expect(run).toMatchObject({
      source: "log",
      state: "running",
      name: "grpo",
      model: null,
      logged_model: "Qwen/Qwen3-7B",
      config: { learning_rate: 1e-6 },
      task_count: 2,
      rewards: [0.25, 0.75],
      spent: { tokens: 80, cost_usd: null },
      settings: null,
    });
    expect(run.iterations[0]).toMatchObject({
      iteration: 1,
      metrics: { kl: 0.01, loss: 0.5 },
      groups: 2,
      groups_with_signal: 1,
      rollouts: 4,
      errors: 0,
      tokens: 40,
      scores: { right: 0.25, length: 1.5 },
      reward: { mean: 0.25, min: 0, max: 1 },
    });
    expect((await read(id, { after_iteration: 1 })).iterations.map(({ iteration }) => iteration)).toEqual([2]);
  });

  it("makes its project one that can be found, as long as the run is there", async () => {
    const isListed = async (key = TEST_KEY) => {
      const { text } = await service.send("/projects/list", undefined, { method: "GET", key });
      return (JSON.parse(text) as ResultOf<"projects.list">).projects.some(({ project_id: id }) => id === projectId);
    };
    expect(await isListed()).toBe(false);
    const { run_id: id } = await log({ iteration: 1, metrics: { reward: 1 } });
    expect(await isListed()).toBe(true);
    await ask("delete", { run_id: id });
    expect(await isListed()).toBe(false);
  });

  it("shows the turns of a prompt that a chat template wrote, and answers without its marks", async () => {
    const content =
      "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\n1 + 1?<|im_end|>\n<|im_start|>assistant\n";
    const messages = [{ role: "user", content }];
    const { run_id: id } = await log({ iteration: 1, rollouts: [{ messages, answer: "2<|im_end|>", reward: 1 }] });
    const { groups } = await rolloutsOf(id, 1);
    expect(groups[0]?.title).toBe("1 + 1?");
    expect(groups[0]?.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "1 + 1?" },
    ]);
    expect(groups[0]?.rollouts[0]?.answer).toBe("2");
  });

  it("has the times and tokens of its files, never the time of the import", async () => {
    const metrics = { "timing_s/step": 60, "perf/total_num_tokens": 500 };
    const iterations = [1, 2].map((iteration) => ({ iteration, metrics, at: null }));
    const { run_id: id } = await log({ iterations, state: "finished" });
    await log({ iteration: 1, at: null, rollouts: rolloutsWith([0, 1, 0, 0]).map(({ tokens: _, ...one }) => one) });
    await log({ state: "finished" });
    const unknown = await read(id);
    expect([unknown.started_at, unknown.ended_at]).toEqual([null, null]);
    expect(unknown.iterations.map(({ ended_at: end }) => end)).toEqual([null, null]);
    expect(unknown.spent).toMatchObject({ minutes: 2, tokens: 1000 });
    expect((await rolloutsOf(id, 1)).groups[0]?.rollouts[0]?.ended_at).toBeNull();
    await log({ seconds: 90, origin: { started_at: "2026-11-20T14:00:00Z" }, state: "finished" });
    const told = await read(id);
    expect([told.started_at, told.spent.minutes]).toEqual(["2026-11-20T14:00:00.000Z", 1.5]);
    const at = "2026-11-20T14:01:00.000Z";
    await log({ iterations: [{ iteration: 2, metrics, at }], state: "finished" });
    await log({ iteration: 2, at: null, rollouts: rolloutsWith([0, 1, 0, 0]), state: "finished" });
    const known = await read(id);
    expect([known.ended_at, known.iterations[1]?.ended_at]).toEqual([at, at]);
  });

  it("says where the time of all its iterations goes, also to a page that asks for the newest ones", async () => {
    const metrics = { "timing_s/gen": 40, "timing_s/update_actor": 20, "timing_s/step": 65 };
    const { run_id: id } = await log({ iterations: [1, 2, 3].map((iteration) => ({ iteration, metrics })) });
    const { iterations, time_split: split } = await read(id, { newest: 1, after_iteration: 2, has_metrics: false });
    expect(iterations).toMatchObject([{ iteration: 3, sampling_seconds: 40, training_seconds: 20 }]);
    expect(split?.phases).toEqual([
      { phase: "sampling", seconds: 3 * 40 },
      { phase: "training", seconds: 3 * 20 },
      { phase: "other", seconds: 3 * (65 - 40 - 20) },
    ]);
  });

  it("shows groups with answers, advantages and traces", async () => {
    const [first, ...others] = rolloutsWith([0, 1, 1, 1]);
    const { run_id: id } = await log({ iteration: 1, rollouts: [{ ...first, trace_id: "t1" }, ...others] });
    const page = await rolloutsOf(id, 1);
    expect(page.groups.map(({ task, title, has_signal }) => [task, title, has_signal])).toEqual([
      [0, "1 + 1?", true],
      [1, "2 + 2?", false],
    ]);
    expect(page.groups[0]?.rollouts[0]).toMatchObject({ answer: "answer 0", reward: 0, call_id: "t1", trace_id: "t1" });
    expect(page.groups[0]?.rollouts.map(({ advantage }) => Math.round(advantage ?? Number.NaN))).toEqual([-1, 1]);
    expect((await rolloutsOf(id, 1, { task: 1 })).groups.map(({ task }) => task)).toEqual([1]);
    expect((await rolloutsOf(id, 1, { limit: 1 })).has_more).toBe(true);
    expect((await send("rollouts", { run_id: id, iteration: 2 })).status).toBe(404);
  });

  it("is the same when each request was sent twice, or in parts", async () => {
    const all = rolloutsWith([0, 1, 0.5, 0]);
    const { run_id: id } = await log({ iteration: 1, metrics: { loss: 1 }, rollouts: all });
    await log({ iteration: 1, metrics: { loss: 1 }, rollouts: all });
    const parts = { run: "in parts" };
    await log({ ...parts, iteration: 1, rollouts: all.slice(0, 2) });
    const { run_id: other } = await log({ ...parts, iteration: 1, metrics: { loss: 1 }, rollouts: all.slice(2) });
    const [once, split] = [(await read(id)).iterations, (await read(other)).iterations];
    const timeless = (iterations: TrainingRunDetail["iterations"]) =>
      iterations.map(({ started_at: _from, ended_at: _to, ...one }) => one);
    expect(once).toHaveLength(1);
    expect(once[0]?.rollouts).toBe(4);
    expect(timeless(split)).toEqual(timeless(once));
  });

  it("has the rollouts of the last attempt at an iteration alone, as after a restart from a checkpoint", async () => {
    const attempt = (reward: number, tasks: string[], size: number) =>
      tasks.flatMap((task) => Array.from({ length: size }, () => ({ task, answer: "x", reward })));
    let id = "";
    for (const iteration of [1, 2, 3]) id = (await log({ iteration, rollouts: attempt(0, ["a", "b", "c"], 4) })).run_id;
    // Right after the end, with fewer rollouts of the same tasks.
    await log({ iteration: 3, rollouts: attempt(1, ["a", "b", "c"], 2) });
    // A return to an earlier one, with other tasks.
    await log({ iteration: 2, rollouts: attempt(1, ["a", "d"], 2) });
    const figures = (await read(id)).iterations.map(({ rollouts, reward }) => [rollouts, reward?.mean]);
    expect(figures).toEqual([
      [12, 0],
      [4, 1],
      [6, 1],
    ]);
  });

  it("adds the tasks of another worker to an iteration, also after the next one has begun", async () => {
    const part = (iteration: number, task: string) => log({ iteration, rollouts: [{ task, answer: "x", reward: 1 }] });
    await part(1, "a");
    await part(2, "a");
    const { run_id: id } = await part(1, "b");
    expect((await read(id)).iterations.map(({ rollouts }) => rollouts)).toEqual([2, 1]);
  });

  it("keeps the parts of an iteration whose rollouts have places, in any order", async () => {
    const part = (rollout: number) => ({ iteration: 1, rollouts: [{ task: "a", answer: "x", reward: 1, rollout }] });
    await log(part(0));
    await log({ iteration: 2, metrics: { loss: 1 } });
    const { run_id: id } = await log(part(1));
    expect((await read(id)).iterations[0]?.rollouts).toBe(2);
  });

  it("groups rollouts without a task by their messages, also in later iterations", async () => {
    const rollouts = ["a?", "b?", "a?"].map((text, index) => ({
      messages: question(text),
      answer: "x",
      reward: index,
    }));
    const { run_id: id } = await log({ iteration: 1, rollouts });
    await log({ iteration: 2, rollouts: rollouts.toReversed().slice(0, 2) });
    const tasks = async (iteration: number) =>
      (await rolloutsOf(id, iteration)).groups.map(({ task, title, rollouts: own }) => [task, title, own.length]);
    expect(await tasks(1)).toEqual([
      [0, "a?", 2],
      [1, "b?", 1],
    ]);
    expect(await tasks(2)).toEqual([
      [0, "a?", 1],
      [1, "b?", 1],
    ]);
  });

  it("takes the reward and its noise from metrics when no rollouts are logged", async () => {
    let id = "";
    for (let step = 1; step <= 30; step += 1)
      id = (await log({ iteration: step * 10, metrics: { "critic/rewards/mean": step / 30 } })).run_id;
    const run = await read(id);
    expect(run.rewards.at(-1)).toBe(1);
    expect(run.verdict.kind).toBe("rising");
    expect(run.verdict.sentence).not.toContain("groups");
    expect(run.iterations.map(({ iteration }) => iteration).slice(0, 2)).toEqual([10, 20]);
  });

  it("counts failed rollouts as errors, not as rewards of zero", async () => {
    const rollouts = [
      { task: "a", answer: "x", reward: 1 },
      { task: "a", error: "The sandbox timed out." },
    ];
    const { run_id: id } = await log({ iteration: 1, rollouts });
    expect((await read(id)).iterations[0]).toMatchObject({ rollouts: 1, errors: 1, reward: { mean: 1 } });
    expect((await rolloutsOf(id, 1)).groups[0]?.rollouts[1]).toMatchObject({
      reward: null,
      error: "The sandbox timed out.",
      advantage: null,
    });
  });

  it("says which error failed every rollout, instead of a reward", async () => {
    const rollouts = Array.from({ length: 8 }, (_, at) => ({ task: `t${at}`, error: "ConnectionError: refused" }));
    const { run_id: id } = await log({ iteration: 1, rollouts });
    await log({ state: "finished" });
    const run = await read(id);
    expect(run.rewards).toEqual([null]);
    expect(run.verdict).toMatchObject({
      kind: "no_reward",
      sentence: "No reward: 8 of 8 rollouts failed: ConnectionError: refused.",
    });
  });

  it("says since when the reward is missing", async () => {
    let id = "";
    for (let step = 1; step <= 30; step += 1)
      id = (await log({ iteration: step, metrics: { loss: 1, reward: step < 21 ? 0.5 : null } })).run_id;
    expect((await read(id)).verdict.sentence).toBe("No reward since iteration 21 (10 iterations).");
  });

  it("removes a metric that is logged as null, and keeps the others", async () => {
    const { run_id: id } = await log({ iteration: 1, metrics: { loss: 1, kl: 2 } });
    await log({ iteration: 1, metrics: { loss: null, entropy: 3 } });
    expect((await read(id)).iterations[0]?.metrics).toEqual({ kl: 2, entropy: 3 });
  });

  it("ends with a reason, and continues when it is logged again", async () => {
    const { run_id: id } = await log({ iteration: 1, metrics: { loss: 1 } });
    await log({ state: "failed", reason: "CUDA out of memory" });
    expect(await read(id)).toMatchObject({
      state: "failed",
      reason: "CUDA out of memory",
      ended_at: expect.any(String),
    });
    await log({ iteration: 2, metrics: { loss: 1 } });
    expect(await read(id)).toMatchObject({ state: "running", reason: null, ended_at: null });
  });

  it("is not paused, resumed or stopped here", async () => {
    const { run_id: id } = await log({ iteration: 1 });
    for (const operation of ["pause", "resume", "stop"]) {
      const { status, text } = await send(operation, { run_id: id });
      expect([status, text]).toEqual([409, expect.stringContaining("Another program controls this run")]);
    }
  });

  it("is deleted with all its data; its name then creates a new run", async () => {
    const { run_id: id } = await log({ iteration: 1, rollouts: rolloutsWith([0, 1, 0, 1]) });
    await ask("delete", { run_id: id });
    expect((await send("read", { run_id: id })).status).toBe(404);
    const { run_id: next, iterations } = await log({ iteration: 5 });
    expect(next).not.toBe(id);
    expect(iterations).toBe(1);
    expect((await rolloutsOf(next, 5)).groups).toEqual([]);
  });

  it("is not visible in other projects", async () => {
    const { run_id: id } = await log({ iteration: 1 });
    const elsewhere = { project_id: "demo/elsewhere", run_id: id };
    for (const operation of ["read", "delete"]) expect((await send(operation, elsewhere)).status).toBe(404);
    expect((await send("rollouts", { ...elsewhere, iteration: 1 })).status).toBe(404);
    expect((await ask<{ runs: TrainingRun[] }>("logged", { project_id: "demo/elsewhere" })).runs).toEqual([]);
  });
});

it("logged runs are listed page by page, the newest first", async () => {
  for (const run of ["one", "two", "three"]) await log({ run, iteration: 1 });
  const list = (members: object) => ask<{ runs: TrainingRun[]; has_more: boolean }>("logged", members);
  const first = await list({ limit: 2 });
  expect([first.runs.map(({ name }) => name), first.has_more]).toEqual([["three", "two"], true]);
  const second = await list({ limit: 2, before: first.runs.at(-1)?.id });
  expect([second.runs.map(({ name }) => name), second.has_more]).toEqual([["one"], false]);
  expect((await list({ model_id: "m" })).runs).toEqual([]);
});

it.each([
  ["metrics without an iteration", { metrics: { loss: 1 } }, ["body", "iteration"]],
  ["an iteration before the first", { iteration: 0 }, ["body", "iteration"]],
  ["a metric that is not a number", { iteration: 1, metrics: { loss: "high" } }, ["body", "metrics", "loss"]],
  [
    "a reward that is not a number",
    { iteration: 1, rollouts: [{ reward: 1 }, { reward: "good" }] },
    ["body", "rollouts", "1", "reward"],
  ],
])("rejects %s and reports its path", async (_title, body, loc) => {
  const { status, text } = await send("log", { run: "bad", ...body });
  expect(status).toBe(422);
  expect(JSON.parse(text)).toMatchObject({ detail: [{ loc }] });
  expect((await ask<{ runs: TrainingRun[] }>("logged", {})).runs).toEqual([]);
});

it("only logged runs can be deleted", async () => {
  expect((await send("delete", { run_id: "model:abc" })).status).toBe(409);
});

describe("iterations of a logged run that come together", () => {
  it("are stored in one request, merged by name, with the times of the program", async () => {
    const iterations = Array.from({ length: 250 }, (_, index) => ({
      iteration: index + 1,
      metrics: { loss: index, "a/b": 1 },
      at: `2026-11-20T10:00:${String(index % 60).padStart(2, "0")}`,
    }));
    const { run_id: id } = await log({ iterations });
    await log({ iterations: [{ iteration: 250, metrics: { kl: 2, "a/b": null } }] });
    const run = await read(id);
    expect(run.iterations).toHaveLength(250);
    expect(run.iterations[249]?.metrics).toEqual({ loss: 249, kl: 2 });
    expect(run.iterations[1]?.ended_at).toBe("2026-11-20T10:00:01.000Z");
  });

  it("have no time where the files of the program say none", async () => {
    const { run_id: id } = await log({ iterations: [{ iteration: 1, metrics: { loss: 1 }, at: null }] });
    expect((await read(id)).iterations[0]?.ended_at).toBeNull();
  });

  it("mark where the program began again, and a repeated request marks nothing", async () => {
    const { run_id: id } = await log({ iteration: 1, metrics: { loss: 3 } });
    for (const [iteration, loss] of [
      [2, 2],
      [3, 1],
      [2, 5],
      [3, 4],
      [3, 4],
      [4, 3],
    ] as const)
      await log({ iteration, metrics: { loss } });
    await log({ iteration: 1, metrics: { "eval/reward": 1 } });
    expect((await read(id)).restarts).toEqual([2]);
    await log({ restarts: [4, 2] });
    expect((await read(id)).restarts).toEqual([2, 4]);
  });
});

type Series = ResultOf<"trainingRuns.series">;
const seriesOf = (runId: string, members: object = {}) => ask<Series>("series", { run_id: runId, ...members });

describe("the series of a logged run", () => {
  const COUNT = 3000;
  const iterations = Array.from({ length: COUNT }, (_, index) => ({
    iteration: index + 1,
    metrics: {
      ...{ "actor/entropy": 1 / (index + 1), loss: index === 1234 ? -50 : Math.sin(index), constant: 3 },
      ...{ "critic/rewards/mean": index / COUNT, "train/copy_of_loss": index === 1234 ? -50 : Math.sin(index) },
      ...(index % 100 === 0 ? { "eval/acc": index } : {}),
    },
    at: new Date(Date.UTC(2026, 10, 20) + index * 2000).toISOString(),
  }));

  it("are reduced to the width of a chart with their extremes, and are whole when one zooms in", async () => {
    const { run_id: id } = await log({ iterations });
    const page = await seriesOf(id, { first: 12, points: 200 });
    expect(page.series.map(({ key }) => key)).toEqual([
      ...["figure:reward", "metric:loss", "metric:actor/entropy", "metric:eval/acc"],
    ]);
    expect(page.directory.find(({ key }) => key === "metric:constant")?.constant).toBe(3);
    const sameAs = (key: string) => page.directory.find((one) => one.key === key)?.same_as;
    expect(sameAs("metric:train/copy_of_loss")).toBe("metric:loss");
    expect(sameAs("metric:critic/rewards/mean")).toBe("figure:reward");
    const loss = page.series[1];
    expect(Math.min(...(loss?.low ?? []).flatMap((one) => one ?? []))).toBe(-50);
    expect(loss?.x.length).toBeLessThan(210);
    expect(page.extent).toEqual([1, COUNT]);
    const zoomed = await seriesOf(id, { keys: ["metric:loss"], from: 1230, to: 1240, points: 200 });
    expect(zoomed.series[0]).toMatchObject({
      low: null,
      last: iterations.slice(1228, 1241).map((one) => one.metrics.loss),
    });
  });

  it("can be drawn over the time of the program, and over tokens only where those are known", async () => {
    const { run_id: id } = await log({ iterations });
    const page = await seriesOf(id, { first: 1, x: "time" });
    expect(page).toMatchObject({ x: "time", axes: ["step", "time"], extent: [0, (COUNT - 1) * 2] });
    expect(await seriesOf(id, { first: 1, x: "tokens" })).toMatchObject({ x: "step", extent: [1, COUNT] });
    await log({ iteration: 1, rollouts: rolloutsWith([0, 1, 0, 0]) });
    expect((await seriesOf(id, { x: "tokens" })).extent[0]).toBe(40);
  });

  it("follow what is logged after they were read", async () => {
    const { run_id: id } = await log({ iteration: 1, metrics: { loss: 1 } });
    const lossOf = async () => (await seriesOf(id, { keys: ["metric:loss"] })).series[0]?.last;
    expect(await lossOf()).toEqual([1]);
    await log({ iteration: 2, metrics: { loss: 2 } });
    await log({ iteration: 3, metrics: { loss: 3 } });
    expect(await lossOf()).toEqual([1, 2, 3]);
    await log({ iteration: 2, metrics: { loss: null, kl: 1 } });
    expect(await lossOf()).toEqual([1, 3]);
  });

  it("do not make the run itself long: its newest iterations, few rewards and no metrics", async () => {
    const { run_id: id } = await log({ iterations });
    await log({ iteration: 7, rollouts: rolloutsWith([0, 1, 0, 0]) });
    const run = await read(id, { newest: 50, has_metrics: false, max_rewards: 100 });
    expect(run.iterations.map(({ iteration }) => iteration)).toEqual([
      7,
      ...iterations.slice(-50).map((one) => one.iteration),
    ]);
    expect(run.rewards).toHaveLength(100);
    expect(run.iterations_done).toBe(COUNT);
    expect(run.iterations[1]?.metrics).toEqual({});
  });
});

it("logged runs are found by words of their name, model or state", async () => {
  for (const [run, model] of [
    ["grpo-small", "Qwen3-4B"],
    ["ppo", "Llama"],
  ] as const)
    await log({ run, model });
  await log({ run: "bare" });
  const found = async (...words: string[]) =>
    (await ask<{ runs: TrainingRun[] }>("logged", { words })).runs.map(({ name }) => name);
  expect(await found("GRPO", "qwen")).toEqual(["grpo-small"]);
  expect(await found("running")).toEqual(["bare", "ppo", "grpo-small"]);
  expect(await found("nothing")).toEqual([]);
});
