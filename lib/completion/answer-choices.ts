import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { ChatPart } from "@/lib/chat/chat-message";
import { readMessage } from "@/lib/chat/read-message";
import { isMembers, type Members, textIn } from "@/lib/json/value/members";
import { readTokens, type TokenLogprob } from "@/lib/logprobs/token-logprob";
import type { Answer } from "./answer";

/** One of the n answers of a completion. */
export interface AnswerChoice {
  readonly index: number;
  /** As the provider reports it; null until then. */
  readonly finishReason: string | null;
  /** Reasoning, tool requests, media and unknown parts, in order; the text is in `text`. */
  readonly parts: readonly ChatPart[];
  /** Empty for an answer without text. */
  readonly text: string;
  readonly refusal: string | null;
  /** Empty if logprobs were not requested or are not reported. */
  readonly tokens: readonly TokenLogprob[];
}

/** The choices of a completion by their index. */
export function readChoices(completion: Answer["completion"]): readonly AnswerChoice[] {
  const choices: readonly unknown[] = Array.isArray(completion?.choices) ? completion.choices : [];
  return choices.flatMap((choice, place) => (isMembers(choice) ? [readChoice(choice, place)] : []));
}

function readChoice(choice: Members, place: number): AnswerChoice {
  const message = isMembers(choice.message) ? choice.message : {};
  const normalized = { role: "assistant", content: null, ...message, tool_calls: functionCalls(message.tool_calls) };
  const parts = readMessage(normalized)?.parts ?? [];
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part] : []));
  const said = (isRefusal: boolean) => {
    const own = texts.filter((part) => (part.isRefusal === true) === isRefusal);
    return own.map(({ text }) => text).join("\n\n");
  };
  const index = plainNumber(choice.index);
  return {
    index: typeof index === "number" ? index : place,
    finishReason: textIn(choice, ["finish_reason"]),
    parts: parts.filter((part) => part.kind !== "text"),
    text: said(false),
    refusal: said(true) || null,
    tokens: isMembers(choice.logprobs) ? readTokens(choice.logprobs.content) : [],
  };
}

/** Tools with free text are under `custom` and not under `function`. */
function functionCalls(calls: unknown): readonly unknown[] {
  if (!Array.isArray(calls)) return [];
  return calls.map((call: unknown) =>
    isMembers(call) && isMembers(call.custom) ? { ...call, function: call.custom } : call,
  );
}

/** The provider's token counts; null where they are missing. */
export interface AnswerUsage {
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly cachedTokens: number | null;
  readonly reasoningTokens: number | null;
  /** Some providers report the cost of an answer. */
  readonly costUsd: number | null;
}

export function readUsage(completion: Answer["completion"]): AnswerUsage {
  const usage = isMembers(completion?.usage) ? completion.usage : {};
  const inside = isMembers(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const outside = isMembers(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  return {
    tokensIn: numberIn(usage, "prompt_tokens"),
    tokensOut: numberIn(usage, "completion_tokens"),
    cachedTokens: numberIn(inside, "cached_tokens"),
    reasoningTokens: numberIn(outside, "reasoning_tokens"),
    costUsd: numberIn(usage, "cost"),
  };
}

/** Returns the tokens of the answer: the provider's count, or until then the chunks, which are about a token each. */
export function tokensOut({ completion, chunkCount }: Pick<Answer, "completion" | "chunkCount">): {
  readonly count: number | null;
  readonly isCounted: boolean;
} {
  const counted = readUsage(completion).tokensOut;
  if (counted !== null || chunkCount === undefined) return { count: counted, isCounted: true };
  return { count: chunkCount, isCounted: false };
}

function numberIn(members: Members, name: string): number | null {
  const value = plainNumber(members[name]);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/**
 * Returns tokens per second: of a stream from its first token on, of an answer in one piece over its whole time. Null
 * when it is unknown, or when so little time passed that it would mean nothing.
 */
export function tokenRate(
  tokensOut: number | null,
  firstTokenMs: number | null,
  elapsedMs: number | null,
): number | null {
  if (tokensOut === null || elapsedMs === null) return null;
  const isStream = firstTokenMs !== null;
  // The first token marks the start of the time and is not generated within it.
  const made = isStream ? tokensOut - 1 : tokensOut;
  const tookMs = elapsedMs - (firstTokenMs ?? 0);
  return made > 0 && tookMs >= 1 ? (made / tookMs) * 1000 : null;
}

/** Returns a note on a finish reason that the user should know; null for the ordinary end. */
export function finishNote(finishReason: string | null): string | null {
  switch (finishReason) {
    case null:
    case "stop":
    case "tool_calls":
    case "function_call":
      return null;
    case "length":
      return "The answer reached its token limit and is incomplete.";
    case "content_filter":
      return "A content filter of the provider removed part of the answer.";
    default:
      return "The provider ended the answer for another reason.";
  }
}
