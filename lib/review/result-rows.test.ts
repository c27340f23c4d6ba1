import { describe, expect, it } from "vitest";
import { bestAnswers, datasetRows, preferencePairs, type ReviewedCall, resultPrompts } from "./result-rows";
import type { ItemResult } from "./results";

const resultOf = (id: string, members: Partial<ItemResult> & { reward?: number } = {}): ItemResult => {
  const { reward, ...rest } = members;
  return {
    item: {
      id,
      project_id: "demo/airline",
      queue_id: "q",
      call_id: `call-${id}`,
      call_started_at: "2026-11-20T10:00:00Z",
      call_op_name: "answer",
      call_trace_id: "t",
      kind: "call",
      annotation_state: "completed",
      created_at: "2026-11-20T10:00:00Z",
    },
    subject: `weave:///demo/airline/call/call-${id}`,
    numbers: new Map(reward === undefined ? [] : [["Correct", reward]]),
    answers: new Map(),
    correction: null,
    ...rest,
  };
};

const prompt = [{ role: "user", content: "Dogs?" }];
const chat = (id: string, content: string, question: unknown = prompt): [string, ReviewedCall] => [
  `call-${id}`,
  { id: `call-${id}`, inputs: { messages: question }, output: { role: "assistant", content } },
];
const says = (content: string) => [{ role: "assistant", content }];

describe("a dataset of results", () => {
  it("has a row for each call that is still there, with the corrected output as expected", () => {
    const label = { feedbackId: "f", subject: "s", question: "Correct", reviewer: "ada", value: true, at: "" };
    const calls = new Map([chat("a", "Yes"), chat("b", "No")]);
    const results = [
      resultOf("a", { reward: 1, correction: "Small ones", answers: new Map([["Correct", [label]]]) }),
      resultOf("b"),
      resultOf("gone"),
    ];
    expect(datasetRows(results, calls)).toEqual([
      {
        call_id: "call-a",
        inputs: { messages: prompt },
        output: { role: "assistant", content: "Yes" },
        expected: "Small ones",
        scores: { Correct: 1 },
        answers: { Correct: [{ reviewer: "ada", value: true }] },
      },
      {
        call_id: "call-b",
        inputs: { messages: prompt },
        output: { role: "assistant", content: "No" },
        scores: {},
        answers: {},
      },
    ]);
  });
});

describe("preference pairs", () => {
  it("prefer a corrected output to the output", () => {
    const calls = new Map([chat("a", "Yes")]);
    expect(preferencePairs([resultOf("a", { correction: "Small ones" })], calls, null)).toEqual([
      { prompt, chosen: says("Small ones"), rejected: [...says("Yes")], call_id: "call-a", source: "correction" },
    ]);
  });

  it("prefer the best answer to each worse one to the same prompt", () => {
    const calls = new Map([
      chat("a", "Good"),
      chat("b", "Bad"),
      chat("c", "Fair"),
      chat("d", "Good"),
      chat("e", "Alone", [{ role: "user", content: "Cats?" }]),
      chat("f", "Unjudged"),
    ]);
    const results = [
      resultOf("b", { reward: 0 }),
      resultOf("a", { reward: 1 }),
      resultOf("c", { reward: 0.5 }),
      resultOf("d", { reward: 0 }),
      resultOf("e", { reward: 0 }),
      resultOf("f"),
    ];
    const pairs = preferencePairs(results, calls, "Correct");
    expect(pairs.map(({ chosen, rejected, rejected_call_id }) => [chosen, rejected, rejected_call_id])).toEqual([
      [says("Good"), says("Bad"), "call-b"],
      [says("Good"), says("Fair"), "call-c"],
    ]);
  });

  it("have the inputs as prompt where a call has no messages, and none of threads or deleted calls", () => {
    const calls = new Map<string, ReviewedCall>([["call-a", { id: "call-a", inputs: { x: 1 }, output: { y: 2 } }]]);
    const thread = resultOf("a", { correction: "Other" });
    expect(preferencePairs([thread], calls, null)).toMatchObject([{ prompt: { x: 1 }, rejected: says('{"y":2}') }]);
    const ofThread = { ...thread, item: { ...thread.item, kind: "thread" as const } };
    expect(preferencePairs([ofThread, resultOf("gone", { correction: "x" })], calls, null)).toEqual([]);
  });
});

describe("best answers", () => {
  const cats = [{ role: "user", content: "Cats?" }];
  const calls = new Map([
    chat("a", "Good"),
    chat("b", "Bad"),
    chat("c", "As good"),
    chat("d", "Unjudged"),
    chat("e", "Poor", cats),
    chat("f", "Poorer", cats),
  ]);
  const results = [
    resultOf("b", { reward: 0 }),
    resultOf("a", { reward: 1 }),
    resultOf("c", { reward: 1 }),
    resultOf("d"),
    resultOf("e", { reward: 0 }),
    resultOf("f", { reward: 0 }),
  ];

  it("are the first best one of each prompt, with the number of labeled answers and of ties", () => {
    const { rows, withoutGood } = bestAnswers(results, calls, { name: "Correct", least: 0 });
    expect(rows).toEqual([
      { prompt, completion: says("Good"), reward: 1, n: 3, ties: 1, call_id: "call-a", source: "Correct" },
    ]);
    // The best answer to the other prompt is labeled as bad as can be: it is not learned.
    expect(withoutGood).toBe(1);
  });

  it("leave out no prompt where a question has no least answer, and make no rows of threads", () => {
    const { rows, withoutGood } = bestAnswers(results, calls, { name: "Correct", least: null });
    expect(rows.map(({ call_id, n, ties }) => [call_id, n, ties])).toEqual([
      ["call-a", 3, 1],
      ["call-e", 2, 1],
    ]);
    expect(withoutGood).toBe(0);
    const thread = { ...resultOf("a", { reward: 1 }), item: { ...resultOf("a").item, kind: "thread" as const } };
    expect(bestAnswers([thread], calls, { name: "Correct", least: 0 })).toEqual({ rows: [], withoutGood: 0 });
  });
});

it("the prompts of results are the messages of their calls, and empty for a call without messages", () => {
  const calls = new Map<string, ReviewedCall>([
    chat("a", "Yes"),
    ["call-b", { id: "call-b", inputs: { x: 1 }, output: 2 }],
  ]);
  expect(resultPrompts([resultOf("a"), resultOf("b"), resultOf("gone")], calls)).toEqual([prompt, []]);
});
