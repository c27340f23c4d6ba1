import type { ChatMessage, ToolRequestPart } from "@/lib/chat/chat-message";
import { readMessages } from "@/lib/chat/read-messages";
import { isJsonObject } from "@/lib/guard/json-object";

/** The tool calls of messages, in order. */
export function toolRequestsOf(messages: readonly ChatMessage[]): readonly ToolRequestPart[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.kind === "tool-request"));
}

/**
 * Returns the messages of an answer that calls tools: of a message or a response in the form of its provider, or of a list of
 * calls alone. Empty for every other answer, which is a text, data, or a whole conversation.
 */
export function callingMessages(answer: unknown): readonly ChatMessage[] {
  if (typeof answer !== "object" || answer === null) return [];
  const message = isListOfCalls(answer) ? { role: "assistant", tool_calls: answer } : answer;
  const messages = readMessages(message, "assistant");
  const isAnswer = messages.every(({ role }) => role === "assistant");
  return isAnswer && toolRequestsOf(messages).length > 0 ? messages : [];
}

/** What a model returns of a message whose calls alone are taken: `[{"function": {"name": …}}]`. */
function isListOfCalls(value: object): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((call) => isJsonObject(call) && isJsonObject(call.function) && typeof call.function.name === "string")
  );
}
