import { expect, it } from "vitest";
import { readConversation } from "./read-messages";

const read = (output: unknown) => {
  const { output: messages, finishReason } = readConversation({}, output);
  return { parts: messages.map(({ role, parts }) => [role, ...parts]), finishReason };
};

const delta = (members: object, index = 0, finishReason: string | null = null) => ({
  object: "chat.completion.chunk",
  choices: [{ index, delta: members, finish_reason: finishReason }],
});

it("the chunks of a chat are one message for each choice", () => {
  const chunks = [
    delta({ role: "assistant", content: "" }),
    delta({ content: "one" }, 1),
    delta({ reasoning_content: "H" }),
    delta({ reasoning_content: "m" }),
    delta({ content: "Hel" }),
    delta({ content: "lo" }, 0, "stop"),
    { object: "chat.completion.chunk", choices: [], usage: { prompt_tokens: 1 } },
  ];
  expect(read(chunks)).toEqual({
    parts: [
      ["assistant", { kind: "reasoning", text: "Hm" }, { kind: "text", text: "Hello" }],
      ["assistant", { kind: "text", text: "one" }],
    ],
    finishReason: null,
  });
});

it("a call of a tool is joined from its pieces", () => {
  const call = (members: object, index = 0) => delta({ tool_calls: [{ index, ...members }] });
  const chunks = [
    call({ id: "c1", type: "function", function: { name: "f", arguments: "" } }),
    call({ function: { arguments: '{"a"' } }),
    call({ id: "c2", type: "function", function: { name: "g", arguments: "{}" } }, 1),
    call({ function: { arguments: ":1}" } }),
    delta({}, 0, "tool_calls"),
  ];
  const request = (id: string, name: string, sent: string) => ({ kind: "tool-request", id, name, arguments: sent });
  expect(read(chunks)).toEqual({
    parts: [["assistant", request("c1", "f", '{"a":1}'), request("c2", "g", "{}")]],
    finishReason: "tool_calls",
  });
});

it("the events of Anthropic are the blocks of one message", () => {
  const piece = (index: number, members: object) => ({ type: "content_block_delta", index, delta: members });
  const events = [
    { type: "message_start", message: { role: "assistant", content: [] } },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
    piece(0, { type: "thinking_delta", thinking: "Hm" }),
    piece(0, { type: "signature_delta", signature: "x" }),
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
    piece(1, { type: "text_delta", text: "Hel" }),
    piece(1, { type: "text_delta", text: "lo" }),
    { type: "content_block_start", index: 2, content_block: { type: "tool_use", id: "t", name: "f", input: {} } },
    piece(2, { type: "input_json_delta", partial_json: '{"a":' }),
    piece(2, { type: "input_json_delta", partial_json: "1}" }),
    { type: "message_delta", delta: { stop_reason: "tool_use" } },
    { type: "message_stop" },
  ];
  expect(read(events)).toEqual({
    parts: [
      [
        "assistant",
        { kind: "reasoning", text: "Hm" },
        { kind: "text", text: "Hello" },
        { kind: "tool-request", id: "t", name: "f", arguments: '{"a":1}' },
      ],
    ],
    finishReason: "tool_use",
  });
});

it("the events of OpenAI's responses are the response that the last of them has", () => {
  const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] };
  const events = [
    { type: "response.created", response: { output: [] } },
    { type: "response.output_text.delta", delta: "Hello" },
    { type: "response.completed", response: { output: [message] } },
  ];
  expect(read(events).parts).toEqual([["assistant", { kind: "text", text: "Hello" }]]);
});

it("lists of anything else are no chunks", () => {
  expect(read([{ choices: [{ message: { content: "a" } }] }, { choices: [] }]).parts).toEqual([
    ["assistant", { kind: "text", text: "a" }],
  ]);
  expect(read([delta({ content: "a" }), "b"]).parts).toEqual([]);
});
