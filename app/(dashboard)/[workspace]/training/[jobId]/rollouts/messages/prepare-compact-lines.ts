import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";

/** A line of a small value: a member's name, where it has one, and its value as JSON. */
export interface CompactLine {
  readonly name: string | null;
  readonly text: string;
  readonly tone: "string" | "number" | "bool" | "null" | "plain";
}

/** What a tool was given or gave, as text where it is text; JSON in a text is read. */
export function readValue(sent: unknown): unknown {
  if (typeof sent !== "string" || !/^\s*[[{]/.test(sent)) return sent;
  try {
    return parseJson(sent);
  } catch {
    // A model wrote what is not JSON: that is worth seeing as it is.
    return sent;
  }
}

/** A line for each member of an object, one line for anything else. */
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
