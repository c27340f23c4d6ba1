/**
 * The encoding of a conversation for the model: UTF-8 bytes, with three control bytes that are removed from all texts.
 * A message is `0x02 role 0x0a content`, then `0x1d name 0x0a arguments` for each tool call, then `0x03`.
 */
export const MESSAGE_START = 0x02;
export const MESSAGE_END = 0x03;
export const TOOL_CALL = 0x1d;

/** Size of the vocabulary: each byte is a token, and `MESSAGE_END` is the one that ends an answer. */
export const VOCABULARY = 256;

const LINE_FEED = 0x0a;
const CONTROLS = new Set([MESSAGE_START, MESSAGE_END, TOOL_CALL]);
const encoder = new TextEncoder();

/** A tool call in a message. */
export interface WrittenToolCall {
  readonly name: string;
  /** JSON as the model wrote it, which may be invalid. */
  readonly argumentsText: string;
}

/** The parts of a message that the model sees. */
export interface WrittenMessage {
  readonly role: string;
  readonly content: string;
  readonly toolCalls: readonly WrittenToolCall[];
  /** True when the model is trained to write it. */
  readonly isTrained: boolean;
  /** True when it was cut at its maximum length: the model did not choose its end, so the end is not trained on. */
  readonly isCut: boolean;
  /** Natural logarithms of the probabilities with which each byte of `content` was sampled; null if unknown. */
  readonly sampledLogprobs: readonly number[] | null;
}

/** A conversation as bytes, and which of them are trained on. */
export interface ConversationBytes {
  readonly bytes: Uint8Array;
  /** 1 where a byte is part of an answer that is trained on: content, tool calls and the chosen end; else 0. */
  readonly isTrained: Uint8Array;
  /** Natural logarithms of the probabilities with which bytes were sampled; NaN if unknown. */
  readonly sampledLogprobs: Float64Array;
}

class ByteList {
  #bytes = new Uint8Array(1024);
  length = 0;

  push(byte: number): void {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length] = byte;
    this.length += 1;
  }

  pushText(text: string): void {
    for (const byte of encoder.encode(text)) if (!CONTROLS.has(byte)) this.push(byte);
  }

  slice(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

function pushOpening(list: ByteList, role: string): void {
  list.push(MESSAGE_START);
  list.pushText(role);
  list.push(LINE_FEED);
}

function pushMessage(list: ByteList, { content, toolCalls }: WrittenMessage): void {
  list.pushText(content);
  for (const { name, argumentsText } of toolCalls) {
    list.push(TOOL_CALL);
    list.pushText(name);
    list.push(LINE_FEED);
    list.pushText(argumentsText);
  }
  list.push(MESSAGE_END);
}

/** Encodes a conversation as the model reads it. Control bytes in texts are removed. */
export function conversationBytes(messages: readonly WrittenMessage[]): ConversationBytes {
  const list = new ByteList();
  const answers: { from: number; to: number; sampled: readonly number[] | null }[] = [];
  for (const message of messages) {
    pushOpening(list, message.role);
    const from = list.length;
    pushMessage(list, message);
    const to = list.length - (message.isCut ? 1 : 0);
    if (message.isTrained) answers.push({ from, to, sampled: message.sampledLogprobs });
  }
  const isTrained = new Uint8Array(list.length);
  const sampledLogprobs = new Float64Array(list.length).fill(Number.NaN);
  for (const { from, to, sampled } of answers) {
    isTrained.fill(1, from, to);
    if (sampled) sampledLogprobs.set(sampled.slice(0, to - from), from);
  }
  return { bytes: list.slice(), isTrained, sampledLogprobs };
}

/**
 * Encodes the conversation and the start of an answer: the bytes that a model reads before the first one it samples.
 */
export function promptBytes(messages: readonly WrittenMessage[]): Uint8Array {
  const list = new ByteList();
  for (const message of messages) {
    pushOpening(list, message.role);
    pushMessage(list, message);
  }
  pushOpening(list, "assistant");
  return list.slice();
}

/** Decodes an answer's bytes: its text up to the first tool call, and the calls. */
export function readAnswer(bytes: Uint8Array): { content: string; toolCalls: WrittenToolCall[] } {
  const parts: number[][] = [[]];
  for (const byte of bytes) {
    if (byte === TOOL_CALL) parts.push([]);
    else if (byte !== MESSAGE_END && byte !== MESSAGE_START) parts.at(-1)?.push(byte);
  }
  const decoder = new TextDecoder();
  const [content = "", ...calls] = parts.map((part) => decoder.decode(Uint8Array.from(part)));
  const toolCalls = calls.map((text) => {
    const end = text.indexOf("\n");
    return end < 0
      ? { name: text, argumentsText: "" }
      : { name: text.slice(0, end), argumentsText: text.slice(end + 1) };
  });
  return { content, toolCalls };
}
