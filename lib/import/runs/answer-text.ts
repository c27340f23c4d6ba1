import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members } from "@/lib/json/value/members";

/**
 * Returns the messages of a rollout after its prompt as one text: a single answer as it is, several messages each below
 * its role. Tool calls are written as their name with their arguments.
 */
export function answerTextOf(messages: readonly Members[]): string {
  const [only, ...more] = messages;
  if (only !== undefined && more.length === 0) return messageText(only);
  return messages.map((message) => `${String(message.role ?? "")}:\n${messageText(message)}`).join("\n\n");
}

function messageText({ content, tool_calls: calls }: Members): string {
  const requests = (Array.isArray(calls) ? calls : []).flatMap((call: unknown) => {
    const called = isMembers(call) && isMembers(call.function) ? call.function : null;
    return called === null ? [] : `${textOf(called.name)}(${textOf(called.arguments)})`;
  });
  return [contentText(content), ...requests].filter((text) => text !== "").join("\n");
}

function contentText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content.map((part: unknown) => (isMembers(part) ? textOf(part.text) : textOf(part))).join("");
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : stringifyJson(value);
}
