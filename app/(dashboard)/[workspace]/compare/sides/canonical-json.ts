import { isLosslessNumber } from "lossless-json";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";

/** Arguments are mostly JSON text, whose spaces and order of members mean nothing. */
export function argumentText(given: unknown): string {
  return typeof given === "string" ? canonicalText(given) : canonicalJson(given);
}

/** JSON text without what means nothing in it; a text that is not JSON as it is. */
export function canonicalText(text: string | null): string {
  if (text === null) return "";
  try {
    return canonicalJson(parseJson(text));
  } catch {
    // Cut text is compared as far as it goes.
    return text;
  }
}

/** A value as JSON with its members by name. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null || isLosslessNumber(value)) return stringifyJson(value ?? null);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
