import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { savedRollouts } from "./verifiers-rollouts";

const system = { role: "system", content: "Be brief." };
const user = { role: "user", content: "2 + 2?" };
const answer = { role: "assistant", content: "4" };

/** As a file is read: some numbers are kept with their digits. */
const only = (value: unknown) => {
  const rollouts = savedRollouts(parseJson(JSON.stringify(value)));
  expect(rollouts).toHaveLength(1);
  return rollouts?.[0] ?? expect.fail("no rollout");
};

describe("a line of results.jsonl", () => {
  it("is its prompt and its completion, of which only the completion was generated", () => {
    const example = { role: "assistant", content: "3" };
    const line = {
      ...{ example_id: 7, task: "math", reward: 0.5, answer: "4", correct: 1, info: { level: 2 } },
      ...{ prompt: [system, user, example, user], completion: [answer] },
    };
    expect(only(line)).toMatchObject({
      messages: [system, user, example, user, answer],
      isSampled: [false, false, false, false, true],
      reward: 0.5,
      taskId: 7,
      rest: { example_id: 7, task: "math", answer: "4", correct: 1, info: { level: 2 } },
    });
  });

  it("may have texts, as rollouts of completion models have", () => {
    expect(only({ prompt: "2 + 2 =", completion: " 4", reward: 1 }).messages).toEqual([
      { role: "user", content: "2 + 2 =" },
      { role: "assistant", content: " 4" },
    ]);
  });

  it("has tool calls in OpenAI's form, in whichever form they were saved", () => {
    const call = { id: "c", type: "function", function: { name: "add", arguments: '{"a":2}' } };
    const flat = { id: "c", name: "add", arguments: '{"a":2}' };
    for (const saved of [call, JSON.stringify(call), flat, JSON.stringify(flat)]) {
      const completion = [
        { role: "assistant", content: "", tool_calls: [saved] },
        { role: "tool", content: "4" },
        answer,
      ];
      const { messages, isSampled } = only({ prompt: [user], completion, reward: 1 });
      expect(messages[1]?.tool_calls).toEqual([call]);
      expect(isSampled).toEqual([false, true, false, true]);
    }
  });
});

describe("the times of a rollout", () => {
  const T0 = 1_751_700_000;
  const line = { prompt: [user], completion: [answer], reward: 1 };
  const span = { startedMs: T0 * 1000, endedMs: T0 * 1000 + 1100 };

  it.each([
    ["its generation", { generation: { start: T0, end: T0 + 1.1 } }, span],
    ["its start and the generation's duration", { start_time: T0, generation: { duration: 1.1 } }, span],
    ["its start and milliseconds", { start_time: T0, generation_ms: 1100, scoring_ms: 5, total_ms: 1105 }, span],
    ["a time as text, in UTC", { start_time: "2025-07-05T07:20:00", generation_ms: 1100 }, span],
    ["its start alone", { start_time: T0 }, { startedMs: T0 * 1000, endedMs: null }],
  ])("are those of %s", (_name, timing, times) => {
    expect(only({ ...line, timing }).times).toEqual({ ...times, messages: new Map() });
  });

  it.each([[{ start_time: 12.5, generation: { start: 12.5, end: 13 } }], [{ total_ms: 10 }], [null], ["now"]])(
    "are unknown with %j",
    (timing) => expect(only({ ...line, timing }).times).toBeNull(),
  );

  it("are those of each request in a trace", () => {
    const nodes = [
      { parent: null, message: user },
      { parent: 0, message: answer, sampled: true },
    ];
    const calls = [{ node: 1, time: { start: T0 + 1, end: T0 + 2 } }, { node: 7 }];
    expect(only({ nodes, calls, timing: { start: T0, agent: { start: T0 + 0.5, end: T0 + 3 } } }).times).toEqual({
      startedMs: T0 * 1000,
      endedMs: T0 * 1000 + 3000,
      messages: new Map([[1, { startedMs: T0 * 1000 + 1000, endedMs: T0 * 1000 + 2000 }]]),
    });
  });
});

describe("an episode of traces.jsonl", () => {
  const tool = { type: "function", name: "add", description: "Adds", parameters: { type: "object" } };
  const nodes = [
    { parent: null, message: system, tools: [tool] },
    { parent: 0, message: user },
    { parent: 1, message: answer, sampled: true, token_ids: [1], logprobs: [-0.5] },
    { parent: 1, message: { ...answer, content: "5" }, sampled: true },
  ];
  const trace = {
    nodes,
    rewards: { correct: { score: 1, weight: 0.75 }, short: { score: 0.5, weight: 0.5 }, missing: null },
    metrics: { turns: 1 },
  };
  const episode = { id: "e1", task: { type: "Sum", data: {}, key: "sum-1" }, ok: true, traces: [trace] };

  it("has a rollout for each path of messages, with the weighted sum of its rewards", () => {
    const rollouts = savedRollouts(episode);
    expect(rollouts?.map(({ messages }) => messages)).toEqual([
      [system, user, answer],
      [system, user, { ...answer, content: "5" }],
    ]);
    expect(rollouts?.[0]).toMatchObject({
      isSampled: [false, false, true],
      reward: 1,
      metrics: { turns: 1 },
      taskId: "sum-1",
      rest: { task_id: "sum-1", episode_id: "e1" },
      tools: [{ type: "function", function: { name: "add", description: "Adds", parameters: { type: "object" } } }],
    });
  });

  it("has no reward when it was not scored, and ends where its messages form a circle", () => {
    const circle = [
      { parent: 1, message: user },
      { parent: 0, message: answer, sampled: true },
      { parent: 1, message: answer, sampled: true },
    ];
    const [rollout] = savedRollouts({ nodes: circle }) ?? [];
    expect(rollout?.reward).toBeUndefined();
    expect(rollout?.messages).toEqual([user, answer, answer]);
  });
});

it.each([
  [{ prompt: "a", completion: "b" }],
  [{ prompt: [user], completion: [] }],
  [{ prompt: 1, completion: [answer] }],
  [{ traces: [] }],
  [{ traces: [{ nodes: [{ parent: null }] }] }],
  [[user, answer]],
  ["text"],
])("does not take %j for a rollout", (value) => {
  expect(savedRollouts(value)).toBeNull();
});
