import { isJsonObject } from "@/lib/guard/json-object";

/** Returns a value as text: text as it is, everything else as JSON. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Returns the answer as text: its content, then each tool call as its name with its arguments. */
export function answerText({ content, tool_calls: calls }: Readonly<Record<string, unknown>>): string {
  const called = (Array.isArray(calls) ? calls : []).flatMap((call) => {
    const named = isJsonObject(call) && isJsonObject(call.function) ? call.function : null;
    return named === null ? [] : [`${textOf(named.name)}(${textOf(named.arguments)})`];
  });
  return [...contentTexts(content), ...called].join("\n");
}

/** The text of a content, or of its parts. */
function contentTexts(content: unknown): readonly string[] {
  const text = Array.isArray(content)
    ? content.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join("")
    : textOf(content ?? "");
  return text === "" ? [] : [text];
}
