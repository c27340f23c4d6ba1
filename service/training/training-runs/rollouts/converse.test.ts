import { describe, expect, it } from "vitest";
import type { ModelRun } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import type { Message } from "./choice";
import { converse, historyOf, type ToolCall, type ToolRun } from "./converse";

const runOf = (response: unknown, error: string | null = null): ModelRun => ({
  ...{ inputs: {}, startedMicros: 0, endedMicros: 1, usage: {} },
  response,
  error,
});

const callOf = (name: string, id = "call_1") => ({ id, type: "function", function: { name, arguments: "{}" } });

const answerOf = (content: string | null, calls: readonly object[] = [], reason = "stop") =>
  runOf({
    choices: [
      {
        index: 0,
        finish_reason: calls.length > 0 && reason === "stop" ? "tool_calls" : reason,
        message: { role: "assistant", content, refusal: null, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
        logprobs: { content: [] },
      },
    ],
  });

const toolRun = (call: ToolCall, completion: ModelRun | null = null): ToolRun => ({
  ...{ call, startedMicros: 0, endedMicros: 1, problem: null, completion },
  result: `result of ${call.name}`,
});

/** A conversation with a model that gives these answers, and the messages that it was sent. */
async function talk(answers: readonly ModelRun[], maxTurns = 8, simulated: ModelRun | null = null) {
  const sent: (readonly Message[])[] = [];
  const ended = await converse({
    messages: [{ role: "user", content: "Hello" }],
    maxTurns,
    complete: async (messages) => {
      sent.push(messages);
      return answers[Math.min(sent.length, answers.length) - 1] ?? runOf(null, "no answer");
    },
    answerTool: async (call) => toolRun(call, simulated),
  });
  return { ...ended, sent };
}

describe("a conversation", () => {
  it("sends the results of tools back until the model answers without calling one", async () => {
    const { turns, error, sent } = await talk([
      answerOf(null, [callOf("find", "a"), callOf("look", "b")]),
      answerOf("Found."),
    ]);
    expect(error).toBeNull();
    expect(sent[1]).toEqual([
      { role: "user", content: "Hello" },
      { role: "assistant", content: null, tool_calls: [callOf("find", "a"), callOf("look", "b")] },
      { role: "tool", tool_call_id: "a", content: "result of find" },
      { role: "tool", tool_call_id: "b", content: "result of look" },
    ]);
    // What is trained on: choices with their log-probabilities, and the messages of tools as they are.
    const history = historyOf(turns);
    expect(history.map(({ finish_reason: reason, role }) => reason ?? role)).toEqual([
      "tool_calls",
      "tool",
      "tool",
      "stop",
    ]);
    expect(history[0]).toHaveProperty("logprobs");
  });

  it("ends at its limit with an answer whose tools are not called", async () => {
    const { turns, error, sent } = await talk([answerOf(null, [callOf("find")])], 3);
    expect([sent.length, turns.length, error]).toEqual([3, 3, null]);
    expect(turns.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
  });

  it("ends with an answer that was cut off inside a tool call", async () => {
    const { turns } = await talk([answerOf(null, [callOf("find")], "length")]);
    expect(turns).toMatchObject([{ tools: [] }]);
  });

  it("fails with the error of the model or of the simulator", async () => {
    expect((await talk([answerOf(null, [callOf("find")]), runOf({ error: "busy" }, "busy")])).error).toBe("busy");
    const { error } = await talk([answerOf(null, [callOf("find")])], 8, runOf({ error: "down" }, "down"));
    expect(error).toBe("The simulator of find: down");
  });
});
