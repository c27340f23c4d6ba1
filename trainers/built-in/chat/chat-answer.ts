import { randomInt } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { readAnswer, type WrittenToolCall } from "@/trainers/built-in/conversation/conversation-bytes";
import { readTrainingMessages } from "@/trainers/built-in/conversation/read-groups";
import type { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { type SampledByte, type SamplingSettings, sampleAnswer } from "./sample-answer";

type Members = Readonly<Record<string, unknown>>;

/** A request to a model, in the form of OpenAI's clients. */
export interface ChatRequest {
  readonly messages: readonly unknown[];
  readonly settings: SamplingSettings;
  /** The number of requested choices. */
  readonly count: number;
  readonly hasLogprobs: boolean;
  /** An answer ends before the first of these. */
  readonly stops: readonly string[];
}

/** One choice of a chat completion, as it is sent over the wire. */
export interface ChatChoice {
  readonly index: number;
  readonly finish_reason: "stop" | "length" | "tool_calls";
  readonly message: Members;
  readonly logprobs: Members | null;
}

const DEFAULT_MAX_TOKENS = 1_024;
const MAX_TOKENS = 16_384;
const MAX_CHOICES = 16;
const SEED_RANGE = 2 ** 31;

/** A request member that this model does not support, and why. */
export class InvalidChatRequest extends Error {
  override readonly name = "BadQuestion";
}

function numberIn(request: Members, name: string, least: number, most: number): number | null {
  const value = request[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new InvalidChatRequest(`${name} must be a number from ${least} to ${most}.`);
}

/** Rounds down to whole numbers, as `numberIn` allows. */
function countIn(request: Members, name: string, least: number, most: number): number | null {
  const value = numberIn(request, name, least, most);
  return value === null ? null : Math.floor(value);
}

function stopsOf(stop: unknown): string[] {
  const list = Array.isArray(stop) ? stop : [stop];
  return list.filter((text): text is string => typeof text === "string" && text !== "");
}

/**
 * Reads a chat completion request. Members that the model does not use, such as penalties, are ignored.
 *
 * @throws InvalidChatRequest that names the member
 */
export function readChatRequest(request: Members): ChatRequest {
  if (!Array.isArray(request.messages)) throw new InvalidChatRequest("messages must be a list.");
  const maxBytes =
    countIn(request, "max_completion_tokens", 1, MAX_TOKENS) ?? countIn(request, "max_tokens", 1, MAX_TOKENS);
  const topLogprobs = countIn(request, "top_logprobs", 0, 20) ?? 0;
  return {
    messages: request.messages,
    count: countIn(request, "n", 1, MAX_CHOICES) ?? 1,
    hasLogprobs: request.logprobs === true,
    stops: stopsOf(request.stop),
    settings: {
      temperature: numberIn(request, "temperature", 0, 2) ?? 1,
      topP: numberIn(request, "top_p", 0, 1) ?? 1,
      maxBytes: maxBytes ?? DEFAULT_MAX_TOKENS,
      seed: countIn(request, "seed", -(2 ** 53), 2 ** 53) ?? randomInt(SEED_RANGE),
      topLogprobs: request.logprobs === true ? topLogprobs : 0,
    },
  };
}

const tokenOf = (byte: number, logprob: number) => ({
  // A single byte of a longer character has no text of its own; `bytes` contains it.
  token: byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`,
  bytes: [byte],
  logprob,
});

const logprobsOf = (sampled: readonly SampledByte[]) => ({
  content: sampled.map(({ byte, logprob, alternatives }) => ({
    ...tokenOf(byte, logprob),
    top_logprobs: alternatives.map((one) => tokenOf(one.byte, one.logprob)),
  })),
  refusal: null,
});

const toolCallOf = ({ name, argumentsText }: WrittenToolCall) => ({
  id: `call_${uuidv7()}`,
  type: "function",
  function: { name, arguments: argumentsText },
});

const bytesOf = (sampled: readonly SampledByte[]) => Uint8Array.from(sampled, ({ byte }) => byte);

/** The number of bytes at the end that belong to a stop word; 0 when there is none. */
function stopLength(bytes: Uint8Array, stops: readonly string[]): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reachedStop = stops.find((stop) => text.subarray(-Buffer.byteLength(stop)).equals(Buffer.from(stop)));
  return reachedStop === undefined ? 0 : Buffer.byteLength(reachedStop);
}

/** Yields an answer byte by byte; returns the whole choice. */
export function* answerChoice(
  model: LogLinearModel,
  question: ChatRequest,
  index: number,
): Generator<SampledByte, ChatChoice> {
  const { settings, stops } = question;
  const sampled: SampledByte[] = [];
  const longest = Math.max(0, ...stops.map((stop) => Buffer.byteLength(stop)));
  const answer = sampleAnswer(model, readTrainingMessages(question.messages), {
    ...settings,
    seed: settings.seed + index,
  });
  let end: "stop" | "length" = "stop";
  for (;;) {
    const { done, value } = answer.next();
    if (done) {
      end = value;
      break;
    }
    sampled.push(value);
    yield value;
    const stop = longest === 0 ? 0 : stopLength(bytesOf(sampled.slice(-longest)), stops);
    if (stop > 0) {
      sampled.splice(-stop);
      break;
    }
  }
  const { content, toolCalls } = readAnswer(bytesOf(sampled));
  const text = sampled.slice(0, Buffer.byteLength(content));
  return {
    index,
    finish_reason: end === "stop" && toolCalls.length > 0 ? "tool_calls" : end,
    message: {
      role: "assistant",
      content: content === "" && toolCalls.length > 0 ? null : content,
      refusal: null,
      ...(toolCalls.length > 0 ? { tool_calls: toolCalls.map(toolCallOf) } : {}),
    },
    logprobs: question.hasLogprobs ? logprobsOf(text) : null,
  };
}
