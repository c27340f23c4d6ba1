import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { NO_BUDGETS } from "@/service/traces/handlers/spending-gate";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { jobBody } from "@/service/training/training-runs/jobs/job-body";
import { RecordedThreads } from "@/service/training/training-runs/tasks/recorded-threads";
import { SumsProvider } from "@/test/provider/sums-provider";
import { recoverRollouts } from "./recover-rollouts";
import { type RolloutPlan, runRollout } from "./run-rollout";
import { type RolloutScope, storeRollout } from "./store-rollout";

const PROJECT = "demo/sums";
const TASK = { prompt: "12 + 30?", answer: "42", thread_id: "recorded" };
const SIGNAL = new AbortController().signal;
const SIMULATOR = { kind: "simulator", model: "openai/adder", prompt: "Run {tool_name} with {tool_arguments}." };

let provider: SumsProvider;
let service: TestService;
let prices: ProjectPrices;

beforeAll(async () => {
  provider = await SumsProvider.start();
  service = await openTestService({ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "none" });
  prices = await readProjectPrices(service.services.store, PROJECT, { signal: SIGNAL });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

const settingsOf = (answers: object, members: object = {}) =>
  trainingRunSettings.parse({
    name: "sums",
    model: { kind: "existing", model_id: "model" },
    tasks: { kind: "threads", thread_ids: ["recorded"] },
    tools: {
      definitions: [{ type: "function", function: { name: "add", parameters: { type: "object" } } }],
      answers,
      max_turns: 4,
      ...members,
    },
    reward: { scorers: [{ kind: "exact", name: "right", expected: "answer" }] },
  });

type Settings = ReturnType<typeof settingsOf>;

async function sample(settings: Settings, model = "openai/caller") {
  const threads = new RecordedThreads(service.services.store, { projectId: PROJECT, settings });
  const plan: RolloutPlan = {
    model,
    settings,
    access: {
      providers: service.services.providers,
      identity: { userId: "u", name: "u", projects: null },
      ...{ spending: NO_BUDGETS, projectId: PROJECT, timeoutSeconds: 20, retries: 0 },
    },
    readRecorded: (values) => threads.read(values, SIGNAL),
  };
  return await runRollout(plan, TASK, null, SIGNAL);
}

const scopeOf = (runId: string): RolloutScope => ({
  ...{ projectId: PROJECT, userId: "u", runId, step: 0, maxTurns: 4, waitsForLabels: false },
  prices,
});

const KEY = { iteration: 1, task: 0, rollout: 0, attempt: 0 };

const bodyOf = (settings: Settings, rollouts: Parameters<typeof jobBody>[1]) => {
  const seconds = { sampling: 2.5, labeling: null };
  const source = {
    runId: "run",
    modelId: "model",
    iteration: 1,
    step: 0,
    seed: null,
    settings,
    seconds,
    tasks: [TASK],
  };
  return JSON.parse(jobBody(source, rollouts)) as {
    trajectory_groups: { trajectories: { messages_and_choices: Record<string, unknown>[]; tools: unknown }[] }[];
  };
};

/** Records a thread in which the tool was called: twice the same call with different results, and once traced. */
async function record(): Promise<void> {
  const call = (id: string, left: number) => ({
    ...{ id, type: "function" },
    function: { name: "add", arguments: `{"right": 30, "left": ${left}}` },
  });
  const messages = [
    { role: "user", content: "12 + 30?" },
    { role: "assistant", content: null, tool_calls: [call("a", 12), call("b", 12)] },
    { role: "tool", tool_call_id: "a", content: "42" },
    { role: "tool", tool_call_id: "b", content: [{ type: "text", text: "42, again" }] },
  ];
  const calls = [
    { op_name: "openai.chat.completions.create", inputs: { messages: messages.slice(0, 3) }, output: {} },
    { op_name: "openai.chat.completions.create", inputs: { messages }, output: {} },
    { op_name: `weave:///${PROJECT}/op/add:abc`, inputs: { left: 1, right: 2 }, output: { sum: 3 } },
  ];
  const batch = calls.flatMap(({ op_name, inputs, output }, at) => {
    const id = `00000000-0000-7000-8000-00000000000${at}`;
    const time = `2026-11-20T14:30:0${at}.000Z`;
    const start = { project_id: PROJECT, id, trace_id: id, op_name, thread_id: "recorded", turn_id: id };
    return [
      { mode: "start", req: { start: { ...start, started_at: time, attributes: {}, inputs } } },
      { mode: "end", req: { end: { project_id: PROJECT, id, ended_at: time, output, summary: {} } } },
    ];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

describe("a rollout with tools", () => {
  it("lets a model play the tools, and traces each request and each tool under its call", async () => {
    const settings = settingsOf(SIMULATOR);
    const run = await sample(settings);
    expect(run).toMatchObject({ answer: "42", reward: 1, values: { right: 1 }, error: null });
    const stored = await storeRollout(service.services, scopeOf("simulated"), KEY, TASK, run);
    // 15 of the call, 12 of the simulator, 12 of the answer.
    expect(stored).toMatchObject({ tokens: 39, turns: 2, finishReason: "stop" });
    expect(stored.steps).toEqual([
      { role: "assistant", text: 'add({"left":12,"right":30})' },
      { role: "tool", text: "42" },
      { role: "assistant", text: "42" },
    ]);
    const calls = await service.lines<Record<string, unknown>>("calls.streamQuery", streamCalls, {
      project_id: PROJECT,
      filter: { trace_ids: [stored.callId] },
    });
    const names = new Map(calls.map(({ id, op_name: name }) => [id, name]));
    expect(calls.map(({ op_name: name, parent_id: parent }) => `${names.get(parent) ?? "-"} > ${name}`).sort()).toEqual(
      [
        "- > rollout",
        "add > weave.completions_create",
        "rollout > add",
        "rollout > score.right",
        "rollout > weave.completions_create",
        "rollout > weave.completions_create",
      ],
    );
    const tool = calls.find(({ op_name: name }) => name === "add");
    expect(tool).toMatchObject({ inputs: { left: 12, right: 30 }, output: "42", attributes: { kind: "tool" } });
  });

  it("is trained on with the messages of its tools", async () => {
    const settings = settingsOf(SIMULATOR);
    const stored = await storeRollout(service.services, scopeOf("trained"), KEY, TASK, await sample(settings));
    const [trajectory] = bodyOf(settings, [stored]).trajectory_groups[0]?.trajectories ?? [];
    expect(trajectory?.tools).toEqual(settings.tools?.definitions);
    expect(trajectory?.messages_and_choices).toMatchObject([
      { role: "user", content: "12 + 30?" },
      { finish_reason: "tool_calls", message: { tool_calls: [{ id: "call_1", function: { name: "add" } }] } },
      { role: "tool", tool_call_id: "call_1", content: "42" },
      { finish_reason: "stop", message: { content: "42" } },
    ]);
  });

  it("is recovered whole from its calls", async () => {
    const scope = scopeOf("recovered");
    const stored = await storeRollout(service.services, scope, KEY, TASK, await sample(settingsOf(SIMULATOR)));
    const missing = [KEY, { ...KEY, rollout: 1 }];
    const [found, ...others] = await recoverRollouts(service.services.store, scope, missing, SIGNAL);
    expect(others).toEqual([]);
    expect({ ...found, endedAt: "" }).toEqual({ ...stored, endedAt: "", latencyMs: found?.latencyMs });
  });

  it("ends at the limit of requests, and is scored as it is", async () => {
    const run = await sample(settingsOf(SIMULATOR, { max_turns: 2 }), "openai/restless");
    expect(run.turns.map(({ tools }) => tools.length)).toEqual([1, 0]);
    expect(run).toMatchObject({ error: null, reward: 0 });
  });

  it("fails when the simulator cannot be asked", async () => {
    const failing = { ...SIMULATOR, model: "openai/failing", prompt: "3: {tool_name} {tool_arguments}" };
    const run = await sample(settingsOf(failing));
    expect(run).toMatchObject({ reward: null, answer: null, error: expect.stringMatching(/^The simulator of add: /) });
    const stored = await storeRollout(service.services, scopeOf("failed"), KEY, TASK, run);
    expect(stored).toMatchObject({ history: null, tokens: 15 });
  });

  it("lets a judge read the whole conversation", async () => {
    const settings = settingsOf(SIMULATOR);
    const prompt = "{conversation}\nIs {output} good?";
    settings.reward.scorers = [
      { kind: "judge", name: "kind", model: "openai/adder", prompt, answer_path: "", scale: "yes_no" },
    ];
    await sample(settings);
    const asked = provider.seen.at(-1)?.messages.at(-1)?.content;
    expect(asked).toContain('assistant: add({"left":12,"right":30})\n\ntool: 42\n\nassistant: 42');
  });
});

describe("recorded results", () => {
  beforeAll(record);

  it("answer calls with the same arguments, one after the other", async () => {
    const run = await sample(settingsOf({ kind: "recorded" }), "openai/restless");
    const results = run.turns.flatMap(({ tools }) => tools.map(({ result }) => result));
    expect(results).toEqual(["42", "42, again", "42, again"]);
    expect((await sample(settingsOf({ kind: "recorded" }))).answer).toBe("42");
  });

  it("come from traced functions too", async () => {
    const settings = settingsOf({ kind: "recorded" });
    const threads = new RecordedThreads(service.services.store, { projectId: PROJECT, settings });
    const results = await threads.read(TASK, SIGNAL);
    expect(results.map(({ result }) => result)).toEqual(["42", "42, again", '{"sum":3}']);
    expect(await threads.read({ prompt: "No thread" }, SIGNAL)).toEqual([]);
  });

  it("are missing for other arguments, which the model is told", async () => {
    const settings = settingsOf({ kind: "recorded" });
    settings.messages = [{ role: "user", content: "5 + 6?" }];
    const run = await sample(settings);
    const problem = "There is no recorded result of add with these arguments.";
    expect(run.answer).toBe(JSON.stringify({ error: problem }));
    expect(run).toMatchObject({ error: null, reward: 0, turns: [{ tools: [{ problem }] }, {}] });
  });

  it("are not those of an undeclared tool", async () => {
    const settings = settingsOf({ kind: "recorded" });
    settings.tools?.definitions.splice(0, 1, { type: "function", function: { name: "look" } });
    expect((await sample(settings)).answer).toBe(JSON.stringify({ error: "There is no tool add." }));
  });
});
