import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import type { TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { smallAgentRun } from "@/lib/training/runs/small-agent";
import { ProvidedService } from "@/service/testing/provided-service";

const TIMEOUT_MS = 600_000;
const WAIT = { timeout: TIMEOUT_MS, interval: 200 };

let service: ProvidedService;
/** The project of the current test. */
let project = "";
let projectCount = 0;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-training-run-tasks-");
});

beforeEach(() => {
  projectCount += 1;
  project = `letters-${projectCount}`;
});

afterAll(() => service.remove());

const projectId = () => `demo/${project}`;
const send = (path: string, body: object) => service.send(path, body);

const ask = <Result = Record<string, unknown>>(path: string, body: object) => service.ask<Result>(path, body);

type Settings = TrainingRunSettingsInput;

const settingsOf = (members: Partial<Settings> = {}): Settings => ({
  name: "letters",
  model: { kind: "new", name: "speller", base_model: "heddle/bytes-blank-1" },
  tasks: { kind: "prompts", items: [{ prompt: "Spell it.", word: "it" }] },
  params: { temperature: 1, max_tokens: 4 },
  reward: { scorers: [{ kind: "regex", name: "letter", pattern: "[a-z]" }] },
  group_size: 12,
  iterations: 1,
  config: { learning_rate: 0.3, packed_sequence_length: 1 },
  seed: 7,
  ...members,
});

const read = (id: string) => ask<TrainingRunDetail>("/training_runs/read", { project_id: projectId(), run_id: id });
const rollouts = (id: string, more: object = {}) =>
  ask<ResultOf<"trainingRuns.rollouts">>("/training_runs/rollouts", {
    project_id: projectId(),
    run_id: id,
    iteration: 1,
    ...more,
  });

async function finished(settings: Settings): Promise<TrainingRunDetail> {
  const { id } = await ask<TrainingRun>("/training_runs/start", { project_id: projectId(), settings });
  await expect.poll(async () => (await read(id)).state, WAIT).toBe("finished");
  return await read(id);
}

async function dataset(rows: readonly object[]): Promise<string> {
  const { digest: table } = await ask("/table/create", { table: { project_id: projectId(), rows } });
  const val = {
    _type: "Dataset",
    name: "words",
    rows: `weave:///${projectId()}/table/${table}`,
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
  };
  const { digest } = await ask("/obj/create", { obj: { project_id: projectId(), object_id: "words", val } });
  return `weave:///${projectId()}/object/words:${digest}`;
}

const problemsOf = async (path: string, settings: object) => {
  const { status, text } = await send(path, { project_id: projectId(), settings });
  const { detail } = JSON.parse(text) as { detail: { loc: string[]; msg: string }[] };
  return [status, ...detail.map(({ loc, msg }) => [loc.slice(2).join("."), msg])];
};

describe("the tasks of a run", () => {
  it("are rows of a table with mapped columns, and checkpoints are evaluated as the run says", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const rows = { dataset_ref: await dataset(["it", "at", "on"].map((text) => ({ text, kind: "word" }))) };
    const scorers = [{ kind: "regex" as const, name: "letter", pattern: "[a-z]" }];
    const run = await finished(
      settingsOf({
        tasks: {
          kind: "table",
          rows: { ...rows, filters: [{ column: "text", operator: "is_not", value: "on" }] },
          column_map: { word: "text" },
        },
        messages: [
          { role: "system", content: "Spell." },
          { role: "user", content: "{word}, a {kind}" },
        ],
        evaluation: {
          score: "letter",
          name: "held out",
          messages: [{ role: "user", content: "{text}" }],
          params: { max_tokens: 4 },
          rows,
          scorers,
          every: 1,
        },
      }),
    );
    expect(run).toMatchObject({ task_count: 2, iterations: [{ groups: 2, rollouts: 24 }] });
    const { groups } = await rollouts(run.id);
    expect(groups.map(({ messages, values }) => [messages[1]?.content, values?.word])).toEqual([
      ["it, a word", "it"],
      ["at, a word", "at"],
    ]);
    const evaluated = async () => (await read(run.id)).iterations[0]?.evaluation;
    await expect.poll(evaluated, WAIT).toMatchObject({ state: "finished", score: "letter", mean: expect.any(Number) });
    // The run trained on two of the three rows, in another prompt than the evaluation's: known by the rows themselves.
    expect(await evaluated()).toMatchObject({ part: "held_out", example_count: 1 });
  });

  it("are the first messages of threads, and stay the same when the threads grow", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const turn = (thread: string, at: number, inputs: object) => {
      const id = `00000000-0000-7000-8000-00000000000${at}`;
      const started_at = `2026-11-20T14:30:0${at}.000Z`;
      const call = { project_id: projectId(), id, trace_id: id, op_name: "turn", thread_id: thread, turn_id: id };
      return [
        { mode: "start", req: { start: { ...call, started_at, attributes: {}, inputs } } },
        { mode: "end", req: { end: { project_id: projectId(), id, ended_at: started_at, output: null, summary: {} } } },
      ];
    };
    const conversation = {
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Hello?" },
      ],
    };
    await ask("/call/upsert_batch", {
      batch: [
        ...turn("one", 1, { message: "Hi." }),
        ...turn("one", 2, { message: "More." }),
        ...turn("two", 3, conversation),
      ],
    });
    const messages = [
      { role: "system" as const, content: "{system}" },
      { role: "user" as const, content: "{prompt}" },
    ];
    const run = await finished(settingsOf({ tasks: { kind: "threads", thread_ids: ["one", "two"] }, messages }));
    const { groups } = await rollouts(run.id);
    expect(groups.map(({ values }) => values)).toEqual([
      { prompt: "Hi.", system: "", thread_id: "one" },
      { prompt: "Hello?", system: "Be kind.", thread_id: "two" },
    ]);
    const model = { kind: "new" as const, name: "another", base_model: "heddle/bytes-blank-1" };
    const missing = settingsOf({ model, tasks: { kind: "threads", thread_ids: ["one", "none"] } });
    expect(await problemsOf("/training_runs/estimate", missing)).toEqual([
      422,
      ["tasks.thread_ids.1", "The thread none has no message of a user, or does not exist"],
    ]);
  });
});

describe("settings that cannot run", () => {
  const scorer = { kind: "exact", name: "exact", expected: "answer" };
  const look = { type: "function", function: { name: "look" } };
  const simulatorOf = (model: string, more: string) => ({
    ...{ kind: "simulator", model },
    prompt: `{tool_name}({tool_arguments}) {word} ${more}`,
  });
  it.each<[string, object, string, string | RegExp]>([
    [
      "a column that no task has",
      { messages: [{ role: "user", content: "{question}" }] },
      "messages.0.content",
      "No row has the column question",
    ],
    ["a single brace", { messages: [{ role: "user", content: "{" }] }, "messages.0.content", /literal/],
    [
      "a task without a column",
      { tasks: { kind: "prompts", items: [{ prompt: "a" }, { word: "b" }] } },
      "tasks.items.1",
      "Has no member prompt",
    ],
    [
      "a scorer of an unknown column",
      { reward: { scorers: [scorer] } },
      "reward.scorers.0.expected",
      "No row has the column answer",
    ],
    [
      "a weight of no scorer",
      { reward: { scorers: [scorer], weights: { other: 1 } } },
      "reward.weights.other",
      "No scorer has this name",
    ],
    [
      "a model that cannot run here",
      { model: { kind: "new", name: "large", base_model: "llama" } },
      "model",
      /cannot run checkpoints of llama/,
    ],
    [
      "a model of another project",
      { model: { kind: "existing", model_id: "none" } },
      "model.model_id",
      "This project has no such model",
    ],
    [
      "a table that is not a dataset",
      { tasks: { kind: "table", rows: { dataset_ref: "words" } } },
      "rows.dataset_ref",
      /Not the ref/,
    ],
    ["one rollout for each task", { group_size: 1 }, "group_size", /2/],
    [
      "recorded results without threads",
      { tools: { definitions: [look], answers: { kind: "recorded" } } },
      "tools.answers.kind",
      /choose threads as tasks/,
    ],
    [
      "a simulator that no provider has",
      { tools: { definitions: [look], answers: simulatorOf("nobody/simulates", "") } },
      "tools.answers.model",
      /nobody/,
    ],
    [
      "a simulator's prompt with a column that no task has",
      { tools: { definitions: [look], answers: simulatorOf("openai/adder", "{weather}") } },
      "tools.answers.prompt",
      "No row has the column weather",
    ],
    [
      "a tool that is declared twice",
      { tools: { definitions: [look, look], answers: simulatorOf("openai/adder", "") } },
      "tools.definitions.1.function.name",
      "Two tools have this name",
    ],
  ])("name the place of %s, and register no model", async (_, members, place, message) => {
    const settings = { ...settingsOf(), ...members };
    const [status, [found, text] = []] = (await problemsOf("/training_runs/start", settings)) as [
      number,
      [string, string]?,
    ];
    expect([status, found]).toEqual([422, place]);
    expect(text).toMatch(message);
    expect((await ask<{ data: object[] }>("/models/list", { project_id: projectId() })).data).toEqual([]);
  });

  it("include an evaluation that cannot run, and register no model for it", async () => {
    const rows = { dataset_ref: await dataset([{ text: "it" }]) };
    const evaluation = {
      score: "letter",
      name: "held out",
      messages: [{ role: "user" as const, content: "{word}" }],
      rows,
      scorers: [{ kind: "regex" as const, name: "letter", pattern: "[a-z]" }],
    };
    expect(await problemsOf("/training_runs/start", settingsOf({ evaluation }))).toEqual([
      422,
      ["evaluation.models.0.messages.0.content", "No row has the column word"],
    ]);
    expect((await ask<{ data: object[] }>("/models/list", { project_id: projectId() })).data).toEqual([]);
  });

  it("include a name that a model has already", async () => {
    await ask("/v1/preview/models", {
      entity: "demo",
      project,
      name: "speller",
      base_model: "heddle/bytes-blank-1",
    });
    expect(await problemsOf("/training_runs/start", settingsOf())).toEqual([
      422,
      ["model.name", "The model speller already exists"],
    ]);
  });
});

describe("an estimate", () => {
  it("counts rollouts and tokens of the settings, and shows the first tasks filled in", async () => {
    const body = { project_id: projectId(), settings: smallAgentRun("Small agent") };
    const estimate = await ask<ResultOf<"trainingRuns.estimate">>("/training_runs/estimate", body);
    expect(estimate).toMatchObject({
      tasks: 8,
      tasks_per_iteration: 8,
      rollouts: 64 * Number(body.settings.iterations),
      cost_usd: 0,
      basis: "measured",
      unpriced_models: [],
      columns: ["prompt", "tool"],
    });
    expect(estimate.first_tasks[0]).toMatchObject({
      messages: [{ role: "user", content: "Hi, please cancel my reservation EHGLP3." }],
    });
    expect(estimate.seconds).toBeGreaterThan(0);
  });
});

describe("the jobs of a client", () => {
  const trajectory = (answer: string, reward: number, metadata: object = {}) => ({
    messages_and_choices: [
      { role: "user", content: "Spell it." },
      { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: answer } },
    ],
    reward,
    metadata,
    // All were sampled before the first job.
    initial_policy_version: 0,
  });
  const group = (...rewards: number[]) => ({
    trajectories: rewards.map((reward, at) => trajectory(`answer ${at}`, reward, { trace_id: `trace-${at}` })),
    exceptions: [],
  });

  it("say which exception failed every rollout, without a reward of 0", { timeout: TIMEOUT_MS }, async () => {
    const model = await ask<{ id: string }>("/v1/preview/models", {
      entity: "demo",
      project,
      name: "failed",
      base_model: "heddle/bytes-blank-1",
    });
    const exceptions = Array.from({ length: 4 }, () => ({ type: "ConnectionError", message: "refused" }));
    await ask("/v1/preview/training-jobs", {
      model_id: model.id,
      trajectory_groups: [
        { trajectories: [], exceptions },
        { trajectories: [], exceptions },
      ],
    });
    const run = () => read(`model:${model.id}`);
    await expect.poll(async () => (await run()).state, WAIT).toBe("finished");
    expect((await run()).verdict).toMatchObject({
      kind: "no_reward",
      sentence: "No reward: 8 of 8 rollouts failed: ConnectionError: refused.",
    });
    expect((await run()).iterations[0]?.metrics).not.toHaveProperty("reward");
    expect((await run()).staleness).toBeNull();
  });

  it("are a run: each job is an iteration with the same figures", { timeout: TIMEOUT_MS }, async () => {
    const model = await ask<{ id: string }>("/v1/preview/models", {
      entity: "demo",
      project,
      name: "own",
      base_model: "heddle/bytes-blank-1",
    });
    const list = () => ask<{ runs: TrainingRun[] }>("/training_runs/of_models", { project_id: projectId() });
    expect((await list()).runs).toEqual([]);
    for (const rewards of [
      [0, 0, 1],
      [0, 1, 1],
      [1, 1, 1],
    ]) {
      const { id } = await ask<{ id: string }>("/v1/preview/training-jobs", {
        model_id: model.id,
        trajectory_groups: [group(...rewards), group(1, 1)],
        experimental_config: { learning_rate: 0.1 },
      });
      const status = async () =>
        (
          await ask<{ data: { id: string; status: string }[] }>("/training_jobs/list", { model_id: model.id })
        ).data.find((job) => job.id === id)?.status;
      await expect.poll(status, WAIT).toBe("completed");
    }
    const run = await read(`model:${model.id}`);
    expect(run).toMatchObject({
      source: "client",
      state: "finished",
      name: "own",
      iterations_planned: null,
      iterations_done: 3,
      settings: null,
      config: { learning_rate: 0.1 },
      rewards: [0.6, 0.8, 1],
    });
    expect(run.iterations.map(({ metrics }) => metrics.steps_off_policy)).toEqual([0, 1, 2]);
    expect(run.staleness).toEqual({
      ...{ rollouts: 15, unknown: 0, mean: 1, most: 2 },
      bands: [0, 1, 2].map((lag) => ({ from: lag, to: lag })),
      stretches: [0, 1, 2].map((lag) => ({
        ...{ from: lag + 1, to: lag + 1 },
        shares: [0, 1, 2].map((one) => (one === lag ? 1 : 0)),
      })),
    });
    expect(
      run.iterations.map(({ from_step, step, groups, groups_with_signal: signal, rollouts: count }) => [
        from_step,
        step,
        groups,
        signal,
        count,
      ]),
    ).toEqual([
      [0, 1, 2, 1, 5],
      [1, 2, 2, 1, 5],
      [2, 3, 2, 0, 5],
    ]);
    expect(run.iterations[0]?.metrics).toMatchObject({ entropy: expect.any(Number) });
    expect((await list()).runs).toMatchObject([{ id: run.id, rewards: run.rewards, verdict: run.verdict }]);
    const { groups, total_groups: total } = await rollouts(run.id, { iteration: 2 });
    expect(total).toBe(2);
    expect(groups[0]).toMatchObject({
      title: "Spell it.",
      has_signal: true,
      messages: [{ role: "user", content: "Spell it." }],
      rollouts: [
        { answer: "answer 0", reward: 0, trace_id: "trace-0" },
        { answer: "answer 1", reward: 1 },
        { answer: "answer 2", reward: 1 },
      ],
    });
    expect(groups[0]?.rollouts[0]?.advantage).toBeCloseTo(-Math.SQRT2, 3);
    const refused = await send("/training_runs/pause", { project_id: projectId(), run_id: run.id });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("A client runs this loop")]);
    const other = await send("/training_runs/read", { project_id: "demo/other", run_id: run.id });
    expect(other.status).toBe(404);
  });
});
