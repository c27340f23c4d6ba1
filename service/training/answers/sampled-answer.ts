import { isJsonObject } from "@/lib/guard/json-object";
import type { EndedAnswer } from "./answer-shares";
import { answerText } from "./answer-text";

type Members = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Members => (isJsonObject(value) ? value : {});

/** A trajectory's messages before its answer, and the answer: its last choice, or its last message of an assistant. */
export interface SampledAnswer extends EndedAnswer {
  readonly messages: readonly Members[];
}

/** Returns the answer of a trajectory; all of its items are messages when it has none. */
export function sampledAnswer(messagesAndChoices: unknown): SampledAnswer {
  const items = Array.isArray(messagesAndChoices) ? messagesAndChoices.map(asObject) : [];
  const at = items.findLastIndex((item) => isJsonObject(item.message) || item.role === "assistant");
  const last = items[at];
  const reason = last?.finish_reason;
  return {
    messages: items.slice(0, at < 0 ? items.length : at).map((item) => asObject(item.message ?? item)),
    answer: last ? answerText(asObject(last.message ?? last)) : null,
    finishReason: typeof reason === "string" ? reason : null,
  };
}
