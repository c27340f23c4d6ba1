import { countOf } from "@/lib/format/count";
import type { ChatMessage, ChatRole, ToolRequestPart, ToolResultPart } from "./chat-message";
import type { Conversation } from "./read-messages";

/** A message in its position, with its connection to the message below and the tools of its results. */
export interface TranscriptMessage {
  readonly kind: "message";
  readonly key: string;
  readonly message: ChatMessage;
  /** The next message answers a tool request of this one: drawn as a stitch, in the failure color when it failed. */
  readonly stitch: "none" | "answered" | "failed";
}

export type TranscriptItem =
  | TranscriptMessage
  | {
      readonly kind: "folded";
      readonly key: string;
      readonly title: string;
      readonly items: readonly TranscriptMessage[];
    }
  /** The line between inputs and output. */
  | { readonly kind: "output"; readonly key: string; readonly finishReason: string | null };

/** With more messages than this the earlier ones are folded to one line. */
const MAX_SHOWN_MESSAGES = 6;
/** The number of last input messages that then stay unfolded. */
const SHOWN_LAST = 4;

/**
 * Returns a conversation as the items of a transcript; empty when there is none. System prompts come first, as they
 * were sent.
 */
export function transcriptItems({ input, output, finishReason }: Conversation): readonly TranscriptItem[] {
  const all = [...input, ...output].map((message, index, messages) => transcriptMessage(message, index, messages));
  if (all.length === 0) return [];
  const systemCount = input.findIndex(({ role }) => role !== "system");
  const first = systemCount < 0 ? input.length : systemCount;
  const spoken = all.slice(first, input.length);
  const hidden = spoken.length > MAX_SHOWN_MESSAGES ? spoken.slice(0, spoken.length - SHOWN_LAST) : [];
  return [
    ...all.slice(0, first),
    ...(hidden.length > 0 ? [foldedItem(hidden)] : []),
    ...spoken.slice(hidden.length),
    ...(output.length > 0 || finishReason !== null ? [{ kind: "output", key: "output", finishReason } as const] : []),
    ...all.slice(input.length),
  ];
}

/** Names of the tools by the id of their request: a result often carries only the id. */
export function toolNames({ input, output }: Conversation): ReadonlyMap<string, string> {
  const requests = [...input, ...output].flatMap(requestsOf);
  return new Map(requests.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])));
}

const requestsOf = (message: ChatMessage): readonly ToolRequestPart[] =>
  message.parts.filter((part) => part.kind === "tool-request");

const resultsOf = (message: ChatMessage): readonly ToolResultPart[] =>
  message.parts.filter((part) => part.kind === "tool-result");

/** Returns messages in sequence, without folding: for a page that shows the whole conversation. */
export function transcriptMessages(messages: readonly ChatMessage[]): readonly TranscriptMessage[] {
  return messages.map(transcriptMessage);
}

function transcriptMessage(message: ChatMessage, index: number, messages: readonly ChatMessage[]): TranscriptMessage {
  const next = messages[index + 1];
  const results = next ? resultsOf(next) : [];
  // Several tools that were requested at once answer one after the other: the stitch continues to the last of them.
  const isJoined = requestsOf(message).length > 0 || resultsOf(message).length > 0;
  const hasFailed = results.some(({ isError }) => isError);
  const stitch = !isJoined || results.length === 0 ? "none" : hasFailed ? "failed" : "answered";
  return { kind: "message", key: String(index), message, stitch };
}

const ROLE_LABELS: Record<ChatRole, string> = {
  system: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  other: "other",
};

function foldedItem(items: readonly TranscriptMessage[]): TranscriptItem {
  const counts = new Map<string, number>();
  for (const { message } of items) {
    const word = ROLE_LABELS[message.role];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const parts = [...counts].map(([word, count]) => `${word} ${count}`);
  return {
    kind: "folded",
    key: "folded",
    title: `${countOf(items.length, "earlier message")}: ${parts.join(", ")}`,
    items,
  };
}
