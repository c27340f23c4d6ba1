import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";

/** A line of a small value: the member's name, if any, and its value as JSON. */
export interface CompactLine {
  readonly name: string | null;
  readonly text: string;
  readonly tone: "string" | "number" | "bool" | "null" | "plain";
}

/** The input or output of a tool, as text where it is text; JSON in a text is parsed. */
export function readValue(sent: unknown): unknown {
  if (typeof sent !== "string" || !/^\s*[[{]/.test(sent)) return sent;
  try {
    return parseJson(sent);
  } catch {
    // The model wrote invalid JSON: it is shown unchanged.
    return sent;
  }
}

/** Returns a line for each member of an object, one line for anything else. */
export function compactLines(value: unknown): readonly CompactLine[] {
  if (!isMembers(value)) return [{ name: null, ...leafOf(value) }];
  return Object.entries(value).map(([name, member]) => ({ name, ...leafOf(member) }));
}

function leafOf(value: unknown): Pick<CompactLine, "text" | "tone"> {
  const text = stringifyJson(value ?? null);
  if (typeof value === "string") return { text, tone: "string" };
  if (typeof value === "boolean") return { text, tone: "bool" };
  if (value === null || value === undefined) return { text, tone: "null" };
  if (Array.isArray(value) || isMembers(value)) return { text, tone: "plain" };
  return { text, tone: "number" };
}
