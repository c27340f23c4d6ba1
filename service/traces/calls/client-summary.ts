import { isLosslessNumber } from "lossless-json";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";

/** Members of `summary.weave` that the service computes at every read, so that a copy sent by a client is dropped. */
const DERIVED_MEMBERS: ReadonlySet<string> = new Set([
  "costs",
  "display_name",
  "feedback",
  "latency_ms",
  "status",
  "trace_name",
]);

const isObject = (value: unknown): value is Record<string, unknown> => isJsonObject(value) && !isLosslessNumber(value);

function ownMembers(weave: unknown): Record<string, unknown> {
  if (!isObject(weave)) return {};
  return Object.fromEntries(Object.entries(weave).filter(([name]) => !DERIVED_MEMBERS.has(name)));
}

/** Returns a summary as it is stored: of `weave` only the client's own members, such as the views of a call. */
export function storedSummary(text: string): string {
  if (!text.includes('"weave"')) return text;
  const { weave, ...summary } = parseJson(text) as Record<string, unknown>;
  const own = ownMembers(weave);
  return stringifyJson(Object.keys(own).length === 0 ? summary : { ...summary, weave: own });
}

/** Separates a stored summary from the client's own members of `weave`. */
export function splitSummary(text: string): { readonly summary: string; readonly weave: Record<string, unknown> } {
  if (!text.includes('"weave"')) return { summary: text, weave: {} };
  const { weave, ...summary } = parseJson(text) as Record<string, unknown>;
  return { summary: stringifyJson(summary), weave: ownMembers(weave) };
}
