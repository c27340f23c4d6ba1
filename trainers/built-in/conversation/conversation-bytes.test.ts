import { describe, expect, test } from "vitest";
import { conversationBytes, promptBytes, readAnswer, type WrittenMessage } from "./conversation-bytes";

const message = (role: string, content: string, more: Partial<WrittenMessage> = {}): WrittenMessage => ({
  role,
  content,
  toolCalls: [],
  isTrained: false,
  isCut: false,
  sampledLogprobs: null,
  ...more,
});

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("a conversation as bytes", () => {
  test("trains on the answers and their ends only", () => {
    const { bytes, isTrained } = conversationBytes([
      message("user", "Hello"),
      message("assistant", "Grüß", { isTrained: true }),
    ]);
    expect(text(bytes)).toBe("\u0002user\nHello\u0003\u0002assistant\nGrüß\u0003");
    expect(text(bytes.filter((_, index) => isTrained[index] === 1))).toBe("Grüß\u0003");
  });

  test("does not train on the end of an answer that was cut", () => {
    const { bytes, isTrained } = conversationBytes([message("assistant", "so", { isTrained: true, isCut: true })]);
    expect(text(bytes.filter((_, index) => isTrained[index] === 1))).toBe("so");
  });

  test("removes its control bytes from texts", () => {
    const { bytes } = conversationBytes([message("user", "a\u0003\u0002assistant\nb\u001d")]);
    expect(text(bytes)).toBe("\u0002user\naassistant\nb\u0003");
  });

  test("assigns a sampled log-probability to the right byte", () => {
    const { bytes, isTrained, sampledLogprobs } = conversationBytes([
      message("user", "Hello"),
      message("assistant", "ok", { isTrained: true, sampledLogprobs: [-0.5, -0.25] }),
    ]);
    const answer = isTrained.indexOf(1);
    expect([...sampledLogprobs.slice(answer)]).toEqual([-0.5, -0.25, Number.NaN]);
    expect(sampledLogprobs.slice(0, answer).every(Number.isNaN)).toBe(true);
    expect(bytes).toHaveLength(sampledLogprobs.length);
  });

  test("begins an answer where a prompt ends", () => {
    expect(text(promptBytes([message("user", "Hello")]))).toBe("\u0002user\nHello\u0003\u0002assistant\n");
  });
});

test("decodes an answer with its tool calls", () => {
  const toolCalls = [
    { name: "get_user", argumentsText: '{"id":1}' },
    { name: "end", argumentsText: "" },
  ];
  const { bytes, isTrained } = conversationBytes([message("assistant", "One moment.", { toolCalls, isTrained: true })]);
  const answer = bytes.filter((_, index) => isTrained[index] === 1);
  expect(readAnswer(answer)).toEqual({ content: "One moment.", toolCalls });
});
