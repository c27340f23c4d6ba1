import { describe, expect, it } from "vitest";
import { finishNote, readChoices, readUsage, tokenRate, tokensOut } from "./answer-choices";

describe("the choices of a completion", () => {
  it("have text, reasoning, tools, refusal and tokens, each in its place", () => {
    const [choice] = readChoices({
      choices: [
        {
          index: 2,
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: "I look.",
            reasoning_content: "A flight is wanted.",
            refusal: "Not that one.",
            tool_calls: [{ id: "call_0", type: "function", function: { name: "find", arguments: "{}" } }],
          },
          logprobs: { content: [{ token: "I", logprob: -0.5 }] },
        },
      ],
    });
    expect(choice).toMatchObject({
      index: 2,
      finishReason: "tool_calls",
      text: "I look.",
      refusal: "Not that one.",
      parts: [
        { kind: "reasoning", text: "A flight is wanted." },
        { kind: "tool-request", id: "call_0", name: "find", arguments: "{}" },
      ],
      tokens: [{ text: "I", logprob: -0.5 }],
    });
  });

  it("are read while they are incomplete, and when they are malformed", () => {
    expect(readChoices({ choices: [{ index: 0, message: { role: "assistant", content: null } }] })).toMatchObject([
      { text: "", parts: [], refusal: null, finishReason: null, tokens: [] },
    ]);
    expect(readChoices({ choices: [null, "x", {}] })).toHaveLength(1);
    expect(readChoices({ choices: 3 })).toEqual([]);
    expect(readChoices(null)).toEqual([]);
  });

  it("have tools with free text", () => {
    const call = { id: "call_1", type: "custom", custom: { name: "run_sql", input: "select 1" } };
    const [choice] = readChoices({ choices: [{ index: 0, message: { content: null, tool_calls: [call] } }] });
    expect(choice?.parts).toMatchObject([
      { kind: "tool-request", id: "call_1", name: "run_sql", arguments: "select 1" },
    ]);
  });

  it("have an audio answer with its transcript", () => {
    const message = { role: "assistant", content: null, audio: { id: "a", data: "AAAA", transcript: "Good day." } };
    const [choice] = readChoices({ choices: [{ index: 0, message }] });
    expect(choice).toMatchObject({ text: "Good day.", parts: [{ kind: "media", media: "audio" }] });
  });
});

describe("the usage of a completion", () => {
  it("is the provider's count, and null for missing counts", () => {
    expect(
      readUsage({ usage: { prompt_tokens: 12, prompt_tokens_details: { cached_tokens: 0 }, cost: 0.0004 } }),
    ).toEqual({ tokensIn: 12, tokensOut: null, cachedTokens: 0, reasoningTokens: null, costUsd: 0.0004 });
    expect(readUsage(null).tokensIn).toBeNull();
  });
});

describe("the tokens of an answer", () => {
  it("are the provider's count, or else the chunks so far", () => {
    const counted = { usage: { completion_tokens: 74 } };
    expect(tokensOut({ completion: counted, chunkCount: 70 })).toEqual({ count: 74, isCounted: true });
    expect(tokensOut({ completion: {}, chunkCount: 70 })).toEqual({ count: 70, isCounted: false });
    expect(tokensOut({ completion: null })).toEqual({ count: null, isCounted: true });
  });
});

describe("the rate of tokens", () => {
  it("of a stream is measured from the first token on", () => expect(tokenRate(101, 500, 2500)).toBe(50));
  it("of an answer in one piece is measured over all of its time", () => expect(tokenRate(100, null, 2000)).toBe(50));
  it.each([
    [null, 1, 2],
    [10, 5, null],
    [1, 5, 900],
    [10, 5, 5],
    [0, null, 100],
  ])("is not shown for %o tokens, %o ms to the first and %o ms, which are too few", (tokens, first, elapsed) => {
    expect(tokenRate(tokens, first, elapsed)).toBeNull();
  });
});

describe("the end of an answer", () => {
  it("has a note unless it is the ordinary one", () => {
    expect(["stop", "tool_calls", null].map(finishNote)).toEqual([null, null, null]);
    expect(finishNote("length")).toContain("incomplete");
    expect(finishNote("content_filter")).toContain("filter");
    expect(finishNote("eos")).not.toBeNull();
  });
});
