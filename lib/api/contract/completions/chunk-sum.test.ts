import { describe, expect, it } from "vitest";
import { ChunkSum } from "./chunk-sum";

const chunk = (delta: object, members: object = {}, index = 0) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  choices: [{ index, delta, finish_reason: null, ...members }],
});

const entry = (token: string) => ({ content: [{ token, logprob: -0.5 }] });

function sumOf(chunks: readonly object[]): Record<string, unknown> {
  const sum = new ChunkSum();
  for (const each of chunks) sum.add({ ...each });
  return sum.completion();
}

describe("the sum of a completion's chunks", () => {
  it("equals the completion without streaming", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    expect(
      sumOf([
        chunk({ role: "assistant", content: "Hel" }, { logprobs: entry("Hel") }),
        chunk({ content: "lo", reasoning_content: "so" }, { logprobs: entry("lo") }),
        chunk({}, { finish_reason: "stop" }),
        { id: "chatcmpl-1", choices: [], usage },
      ]),
    ).toEqual({
      id: "chatcmpl-1",
      object: "chat.completion",
      choices: [
        {
          index: 0,
          finish_reason: "stop",
          message: { role: "assistant", content: "Hello", reasoning_content: "so" },
          logprobs: { content: [entry("Hel").content[0], entry("lo").content[0]] },
        },
      ],
      usage,
    });
  });

  it("separates choices and keeps tool calls in their positions", () => {
    const call = (index: number, members: object) => ({ tool_calls: [{ index, ...members }] });
    const { choices } = sumOf([
      chunk({ content: "b" }, {}, 1),
      chunk(call(0, { id: "call_0", function: { name: "find", arguments: '{"a"' } })),
      chunk(call(1, { id: "call_1", function: { name: "book", arguments: "{}" } })),
      chunk(call(0, { function: { arguments: ":1}" } })),
    ]);
    expect(choices).toMatchObject([
      {
        index: 0,
        message: {
          tool_calls: [
            { id: "call_0", function: { name: "find", arguments: '{"a":1}' } },
            { id: "call_1", function: { name: "book", arguments: "{}" } },
          ],
        },
      },
      { index: 1, message: { content: "b" } },
    ]);
  });

  it("does not change what it returned before", () => {
    const sum = new ChunkSum();
    sum.add(chunk({ content: "a", tool_calls: [{ index: 0, id: "1" }] }, { logprobs: entry("a") }));
    const before = sum.completion();
    const text = JSON.stringify(before);
    sum.add(chunk({ content: "b", tool_calls: [{ index: 1, id: "2" }] }, { logprobs: entry("b") }));
    expect(JSON.stringify(before)).toBe(text);
    expect(JSON.stringify(sum.completion())).not.toBe(text);
  });
});
