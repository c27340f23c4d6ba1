import { describe, expect, it } from "vitest";
import { parsePythonJson } from "@/lib/json/scan/parse-python-json";
import { readRunValue, stepInPath } from "./read-run-value";
import { artFiles, primeRlEpisodeFiles, primeRlFiles, trlFiles, verlFiles } from "./testing/run-files";

/** The values of a file's lines. */
function valuesOf(files: Readonly<Record<string, string>>, path: string) {
  const text = files[path] ?? expect.fail(`no file ${path}`);
  const texts = path.endsWith(".jsonl") ? text.trim().split("\n") : [text];
  return texts.map((line) => readRunValue(parsePythonJson(line), path));
}

const entryOf = (files: Readonly<Record<string, string>>, path: string, line = 0) =>
  valuesOf(files, path)[line]?.entries[0] ?? expect.fail("no entry");

describe("verl", () => {
  it("has its prompt as one message, the score as reward, and what the reward function returned as scores", () => {
    const [value] = valuesOf(verlFiles, "rollouts/2.jsonl");
    expect(value?.program).toBe("verl");
    expect(value?.entries).toEqual([
      {
        step: 2,
        metrics: {},
        rollouts: [
          {
            task: null,
            messages: [{ role: "user", content: "system\nBe brief.\nuser\n1 + 1?\nassistant\n" }],
            answer: "answer 0",
            reward: 0,
            scores: { gts: "2", acc: false },
            error: null,
            tokens: null,
            finish_reason: null,
          },
        ],
        leftOut: [],
      },
    ]);
  });

  it("has numbers of numpy and torch as texts, which count as numbers; texts of the dataset stay", () => {
    const line = { input: "q", output: "a", gts: "42", pred: "41", step: "3", score: "0.5", n_calls: "3", acc: "True" };
    const value = readRunValue({ ...line, loss: "tensor(0.25)", note: "3 calls", gone: "nan" }, "3.jsonl");
    expect(value?.entries).toMatchObject([{ step: 3, leftOut: [] }]);
    expect(value?.entries[0]?.rollouts[0]).toMatchObject({
      reward: 0.5,
      scores: { gts: "42", pred: "41", n_calls: 3, acc: true, loss: 0.25, note: "3 calls" },
    });
    const metrics = { step: 3, data: { "critic/rewards/mean": "0.5", "actor/loss": "nan", name: "run" } };
    expect(readRunValue(metrics, "m.jsonl")?.entries).toEqual([
      { step: 3, metrics: { "critic/rewards/mean": 0.5 }, rollouts: [] },
    ]);
  });

  it("says which parts of a rollout are not stored", () => {
    const line = { input: "q", output: "a", step: 1, score: "good", log: "x".repeat(201), parts: [1] };
    const [entry] = readRunValue(line, "1.jsonl")?.entries ?? [];
    expect(entry?.rollouts[0]).toMatchObject({ reward: null, scores: {} });
    expect(entry?.leftOut).toEqual([
      'The score is not a number ("good"): no reward.',
      "log is a text of more than 200 characters: scores are numbers, truth values and short texts.",
      "parts is a list or an object: scores are numbers, truth values and short texts.",
    ]);
  });

  it("has the metrics of a step below data", () => {
    expect(entryOf(verlFiles, "logs/airline/grpo.jsonl", 1)).toEqual({
      step: 1,
      metrics: { "critic/rewards/mean": 0.9, "actor/entropy": 1.5, "actor/ppo_kl": 0 },
      rollouts: [],
    });
  });
});

describe("prime-rl", () => {
  it("takes the step from the folder, the task from environment and example, and the answer from the completion", () => {
    const [rollout] = entryOf(primeRlFiles, "rollouts/step_1/train_rollouts.jsonl", 1).rollouts;
    expect(rollout).toEqual({
      task: "math/7",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "1 + 1?" },
      ],
      answer: "answer 1",
      reward: 1,
      scores: { correct: 1 },
      error: null,
      tokens: 12,
      finish_reason: "length",
    });
    expect(entryOf(primeRlFiles, "rollouts/step_1/train_rollouts.jsonl").step).toBe(1);
  });

  it("counts a rollout with an error as failed, not as a reward of 0", () => {
    const [rollout] = entryOf(primeRlFiles, "rollouts/step_0/train_rollouts.jsonl", 4).rollouts;
    expect(rollout).toMatchObject({ reward: null, error: "SandboxError: no machine", answer: null });
  });

  it("reads a trace with several paths of messages as the one rollout that it was", () => {
    const nodes = [
      { parent: null, message: { role: "user", content: "2 + 2?" } },
      { parent: 0, message: { role: "assistant", content: "3" }, sampled: true },
      { parent: 0, message: { role: "assistant", content: "4" }, sampled: true },
    ];
    const value = readRunValue({ nodes, rewards: { right: { score: 1 } } }, "step_3/train_rollouts.jsonl");
    expect(value?.entries[0]?.rollouts).toMatchObject([{ answer: "4", reward: 1 }]);
  });

  it("has the weights that sampled a rollout, where a release writes them", () => {
    const trace = { nodes: [{ parent: null, message: { role: "user", content: "2 + 2?" } }], rewards: {} };
    const versionOf = (stamp: object, path = "step_7/train_rollouts.jsonl") =>
      readRunValue({ ...trace, ...stamp }, path)?.entries[0]?.rollouts[0]?.weightVersion;
    expect(versionOf({ info: { prime_rl: { policy_version: 5, env_name: "math" } } })).toBe(5);
    expect(versionOf({ info: { policy_version: 4 } }, "step_7/train/effective/traces.jsonl")).toBe(4);
    const train = (work: object) => ({ run: { type: "train", ...work } });
    expect(versionOf(train({ metadata: { type: "train", policy: { start: 3, end: 6 } } }))).toBe(3);
    expect(versionOf(train({ work: { type: "train", policy: { start: 2, end: 6 } } }))).toBe(2);
    // One of a frozen model has no policy.
    expect(versionOf(train({ work: { type: "train" } }))).toBeUndefined();
    expect(versionOf({})).toBeUndefined();
    expect(versionOf({ info: { policy_version: -1 } })).toBeUndefined();
  });

  it("reads episodes with a rollout for each trace, and says of which nothing can be shown", () => {
    const path = "rollouts/step_2/train/effective/traces.jsonl";
    const { step, rollouts } = entryOf(primeRlEpisodeFiles, path, 2);
    expect(step).toBe(2);
    expect(rollouts).toMatchObject([
      { task: "g2", answer: "answer 2", reward: 0, error: null, scores: { turns: 1 }, weightVersion: 0 },
    ]);
    const trace = (answer: string, ok: boolean) => ({
      nodes: [
        { parent: null, message: { role: "user", content: "q" } },
        { parent: 0, message: { role: "assistant", content: "first" }, sampled: true },
        { parent: 0, message: { role: "assistant", content: answer }, sampled: true },
      ],
      ...{ rewards: { right: { score: 1 } }, ok, errors: [{ type: "ToolError", message: "no machine" }] },
    });
    const two = readRunValue({ traces: [trace("a", true), trace("b", false)] }, path)?.entries[0]?.rollouts;
    expect(two).toMatchObject([
      { answer: "a", error: null, reward: 1 },
      { answer: "b", error: "no machine", reward: null },
    ]);
    expect(readRunValue({ id: "e", traces: [], errors: [] }, path)?.entries).toEqual([
      { step: 2, metrics: {}, rollouts: [], leftOut: [expect.stringContaining("before its first message")] },
    ]);
  });

  it("leaves the clock out of its metrics", () => {
    expect(entryOf(primeRlFiles, "metrics.jsonl", 1)).toEqual({
      step: 1,
      at: "2025-11-24T16:00:01.000Z",
      metrics: { "loss/mean": 0.4 },
      rollouts: [],
    });
  });
});

describe("ART", () => {
  it("has a group per line; the turns after the prompt are the answer, tool calls with their arguments", () => {
    const entry = entryOf(artFiles, "trajectories/train/0002.jsonl", 1);
    expect(entry.step).toBe(2);
    expect(entry.rollouts).toHaveLength(2);
    expect(entry.rollouts[1]).toMatchObject({
      task: "scenario_id s2",
      messages: [{ role: "system" }, { role: "user", content: "2 + 2?" }],
      answer: 'assistant:\nadd({"a":1})\n\ntool:\n2\n\nassistant:\nanswer 3',
      reward: 1,
      scores: { turns: 2 },
      finish_reason: "stop",
      stepsBehind: 1,
    });
    expect(entryOf(artFiles, "trajectories/train/0002.jsonl", 0).rollouts[0]?.stepsBehind).toBe(0);
  });

  it("has its metrics in the history", () => {
    expect(valuesOf(artFiles, "history.jsonl")[2]).toEqual({
      program: "ART",
      entries: [
        {
          ...{ step: 2, at: "2026-11-20T10:00:00.000Z" },
          ...{ metrics: { "train/loss": 0.5, "train/reward": 0.9 }, rollouts: [] },
        },
      ],
    });
  });
});

describe("TRL", () => {
  it("has a step for each record of the log, without the figures of the whole training", () => {
    const [value] = valuesOf(trlFiles, "checkpoint-3/trainer_state.json");
    expect(value?.program).toBe("TRL");
    expect(value?.entries.map(({ step }) => step)).toEqual([1, 2, 2, 3, 3]);
    expect(value?.entries.at(-1)).toMatchObject({ metrics: {}, leftOut: [expect.stringContaining("whole training")] });
    expect(value?.entries[0]?.metrics).toEqual({
      epoch: 0.1,
      loss: 0.02,
      reward: 0.25,
      reward_std: 0.4,
      kl: 0.001,
      entropy: 1.2,
    });
  });
});

describe("numbers that JSON does not have", () => {
  it("are no values, and stay in texts", () => {
    expect(parsePythonJson('{"loss": NaN, "kl": -Infinity, "text": "a \\" NaN, b", "list": [Infinity, 1]}')).toEqual({
      loss: null,
      kl: null,
      text: 'a " NaN, b',
      list: [null, 1],
    });
    expect(() => parsePythonJson("{NaNs")).toThrow(SyntaxError);
  });
});

it.each([
  ["rollouts/step_12/train_rollouts.jsonl", 12],
  ["step_0/train_rollouts.jsonl", 0],
  [".art/p/models/m/trajectories/train/0031.jsonl", 31],
  ["7.jsonl", 7],
  ["step_12/more/rollouts.jsonl", null],
  ["metrics.jsonl", null],
  ["run7.jsonl", null],
])("%s is of step %s", (path, step) => {
  expect(stepInPath(path)).toBe(step);
});

it.each([
  [{ messages: [{ role: "user", content: "hi" }] }],
  [{ step: 1, text: "no numbers" }],
  [{ step: 1, loss: 0.5, rows: [1] }],
  [{ step: 1.5, loss: 0.5 }],
  [{ input: "a", output: "b" }],
  [[1, 2]],
  ["text"],
])("does not take %j for a part of a run", (value) => {
  expect(readRunValue(value, "1.jsonl")).toBeNull();
});
