import { isLosslessNumber } from "lossless-json";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";

/** Arguments are usually JSON text, in which whitespace and the order of members have no meaning. */
export function argumentText(given: unknown): string {
  return typeof given === "string" ? canonicalText(given) : canonicalJson(given);
}

/** Normalizes JSON text; returns other text unchanged. */
export function canonicalText(text: string | null): string {
  if (text === null) return "";
  try {
    return canonicalJson(parseJson(text));
  } catch {
    // Truncated text is compared as far as it goes.
    return text;
  }
}

/** A value as JSON with its members sorted by name. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null || isLosslessNumber(value)) return stringifyJson(value ?? null);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
