import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Members } from "@/lib/json/value/members";
import { type ChatMessage, messageText } from "./chat-message";

const textOf = (value: unknown) => (typeof value === "string" ? value : stringifyJson(value ?? null));

/** Converts a message of any client to the OpenAI form. Several tool results become several messages. */
export function plainMessages(message: ChatMessage): Members[] {
  const text = messageText(message);
  const results = message.parts.flatMap((part) =>
    part.kind === "tool-result"
      ? [
          {
            role: "tool",
            content: textOf(part.value),
            ...(part.requestId === null ? {} : { tool_call_id: part.requestId }),
            ...(part.name === null ? {} : { name: part.name }),
          },
        ]
      : [],
  );
  const calls = message.parts.flatMap((part) =>
    part.kind === "tool-request"
      ? [
          {
            id: part.id ?? "",
            type: "function",
            function: { name: part.name, arguments: textOf(part.arguments) },
          },
        ]
      : [],
  );
  if (results.length > 0 && text === "" && calls.length === 0) return results;
  const role = message.role === "other" ? "user" : message.role;
  const plain = { role, content: text === "" && calls.length > 0 ? null : text };
  return [{ ...plain, ...(calls.length > 0 ? { tool_calls: calls } : {}) }, ...results];
}
