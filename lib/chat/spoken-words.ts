import { isMembers } from "@/lib/json/value/members";

/** Members of inputs that speak for the whole, in the order in which they are believed. */
export const askMembers = [
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

/** Members of outputs that speak for the whole. */
export const answerMembers = [
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

const DEEPEST = 3;

/** The one text that a payload plainly is: itself, a member that speaks, or its only member. Null for everything else. */
export function spokenWords(payload: unknown, names: readonly string[]): string | null {
  return spoken(payload, names, 0);
}

function spoken(value: unknown, names: readonly string[], depth: number): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  if (!isMembers(value) || depth > DEEPEST) return null;
  for (const name of names) {
    const found = name in value ? spoken(value[name], names, depth + 1) : null;
    if (found !== null) return found;
  }
  // A function with one parameter: its only input is what was said, whatever its name is.
  const members = Object.entries(value).filter(([name]) => name !== "self");
  const [only] = members;
  return members.length === 1 && only ? spoken(only[1], names, depth + 1) : null;
}
