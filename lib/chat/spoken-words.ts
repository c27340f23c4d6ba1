import { isMembers } from "@/lib/json/value/members";

/** Members of inputs that represent the whole, in order of precedence. */
export const INPUT_TEXT_MEMBERS = [
  "message",
  "user_message",
  "question",
  "query",
  "prompt",
  "contents",
  "user_input",
  "input",
  "text",
  "content",
  "input.value",
  "gen_ai.prompt",
  "traceloop.entity.input",
] as const;

/** Members of outputs that represent the whole. */
export const OUTPUT_TEXT_MEMBERS = [
  "answer",
  "response",
  "reply",
  "completion",
  "final_output",
  "output",
  "message",
  "text",
  "content",
  "result",
  "output.value",
  "gen_ai.completion",
  "traceloop.entity.output",
] as const;

const MAX_DEPTH = 3;

/**
 * Returns the one text that represents a payload: itself, a known member, or its only member. Null for everything else.
 */
export function plainTextOf(payload: unknown, names: readonly string[]): string | null {
  return plainText(payload, names, 0);
}

function plainText(value: unknown, names: readonly string[], depth: number): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  if (!isMembers(value) || depth > MAX_DEPTH) return null;
  for (const name of names) {
    const words = name in value ? plainText(value[name], names, depth + 1) : null;
    if (words !== null) return words;
  }
  // A function with one parameter: its only input is the message, whatever its name.
  const members = Object.entries(value).filter(([name]) => name !== "self");
  const [only] = members;
  return members.length === 1 && only ? plainText(only[1], names, depth + 1) : null;
}
