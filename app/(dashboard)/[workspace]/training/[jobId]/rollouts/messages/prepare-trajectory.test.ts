import { describe, expect, it } from "vitest";
import { readTokens } from "@/lib/logprobs/token-logprob";
import { meanSignal } from "@/lib/logprobs/token-signals";
import { readHistory, readRollout } from "./prepare-trajectory";

const token = (text: string, logprob: number) => ({ token: text, bytes: [...new TextEncoder().encode(text)], logprob });

const choice = (content: string | null, logprobs: ReturnType<typeof token>[] | null, extra: object = {}) => ({
  finish_reason: "stop",
  index: 0,
  logprobs: logprobs === null ? null : { content: logprobs, refusal: null },
  message: { role: "assistant", content, ...extra },
});

const call = { tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: '{"to":"SEA"}' } }] };

const complete = {
  messages_and_choices: [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Hello" },
    choice(null, [token("find", Math.log(0.5))], call),
    { role: "tool", tool_call_id: "c1", content: "Error: no flight" },
    choice("Sorry", [token("Sor", 0), token("ry", Math.log(0.5))]),
    { role: "user", content: "Why?" },
  ],
  reward: 0,
  metrics: { duration: 81.4, db_match: false },
} as Parameters<typeof readRollout>[0];

describe("readRollout", () => {
  it("distinguishes sampled messages from plain ones", () => {
    const { messages } = readRollout(complete);
    expect(messages.map(({ sample }) => sample?.content.length ?? null)).toEqual([null, null, 1, null, 2, null]);
    const sample = messages[4]?.sample;
    expect(sample?.finishReason).toBe("stop");
    const tokens = readTokens(sample?.content);
    expect(tokens).toMatchObject([{ text: "Sor" }, { text: "ry" }]);
    expect(meanSignal(tokens, "probability", { advantage: null })).toBe(0.75);
    expect(meanSignal([], "probability", { advantage: null })).toBeNull();
  });

  it("reads the reward of a turn, and the reasons for the reward", () => {
    const { messages, evidence } = readRollout({
      messages_and_choices: [
        { role: "user", content: "Hi", reward: 0.25 },
        { finish_reason: "stop", index: 0, message: { role: "assistant", content: "Yo", reward: 1 } },
        { role: "tool", content: "ok" },
      ],
      reward: 1,
      metadata: { judge_reason: "Polite", task_id: "x", feedback: "" },
      logs: ["first", { at: 2 }],
    });
    expect(messages.map(({ reward }) => reward)).toEqual([0.25, 1, null]);
    expect(evidence).toEqual([
      ["judge_reason", "Polite"],
      ["logs", 'first\n{"at":2}'],
    ]);
  });

  it("counts user turns and sampled tokens, and reads the duration in seconds", () => {
    expect(readRollout(complete)).toMatchObject({ turnCount: 2, tokenCount: 3, durationMs: 81_400, hasLogprobs: true });
    expect(readRollout(complete).messages.map(({ turn }) => turn)).toEqual([null, 1, null, null, null, 2]);
  });

  it("formats the metrics next to the reward", () => {
    expect(readRollout({ ...complete, metrics: { kl: 0.123456, db_match: false } }).metrics).toEqual([
      ["kl", "0.1235"],
      ["db_match", "false"],
    ]);
  });

  it("joins a tool call to its result, in the color of a failure when it failed", () => {
    const { messages, toolNames } = readRollout(complete);
    expect(messages.map(({ stitch }) => stitch)).toEqual(["none", "none", "failed", "none", "none", "none"]);
    expect(toolNames.get("c1")).toBe("find");
  });

  it("has no token count when a choice lacks logprobs, since a partial count would look complete", () => {
    const items = [...complete.messages_and_choices, choice("Bye", null)];
    expect(readRollout({ ...complete, messages_and_choices: items })).toMatchObject({
      tokenCount: null,
      hasLogprobs: true,
    });
    expect(readRollout({ messages_and_choices: [choice("Bye", null)], reward: 1 })).toMatchObject({
      tokenCount: null,
      hasLogprobs: false,
      durationMs: null,
    });
  });

  it("reads another history of the same rollout, or null when there is none", () => {
    const history = { messages_and_choices: [{ role: "user", content: "Again" }], tools: null };
    const value = { ...complete, additional_histories: [history, "strange"] };
    expect(readRollout(value).historyCount).toBe(2);
    expect(readHistory(value, 0)?.messages.map(({ message }) => message.parts)).toEqual([
      [{ kind: "text", text: "Again" }],
    ]);
    expect([readHistory(value, 1), readHistory(value, 2), readHistory(complete, 0)]).toEqual([null, null, null]);
  });

  it("shows an item that is not a message unchanged", () => {
    const [first] = readRollout({ messages_and_choices: [{ strange: 1 }], reward: 1 }).messages;
    expect(first?.message).toEqual({ role: "other", name: null, parts: [{ kind: "unknown", value: { strange: 1 } }] });
  });

  it("gives equal messages the same fingerprint, regardless of their token probabilities", () => {
    const items = [choice("A", [token("A", -1)]), choice("A", null), choice("B", null)];
    const [left, right, other] = readRollout({ messages_and_choices: items, reward: 1 }).messages;
    expect(left?.fingerprint).toBe(right?.fingerprint);
    expect(left?.fingerprint).not.toBe(other?.fingerprint);
  });
});
