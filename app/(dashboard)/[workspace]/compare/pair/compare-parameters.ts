import { canonicalJson } from "@/app/(dashboard)/[workspace]/compare/sides/canonical-json";
import type { Call } from "@/lib/api/contract/calls/calls";
import { isMembers } from "@/lib/json/value/members";

/** A path of the attributes or of the inputs of several calls. */
export interface ParameterRow {
  readonly path: string;
  /** The value by column, as JSON or plain text; null where the call does not have it. */
  readonly texts: readonly (string | null)[];
  readonly isSame: boolean;
}

/** Longer values are payloads, not parameters: they are compared line by line. */
const MAX_VALUE_LENGTH = 400;

/** Members of inputs that contain messages; they are compared as messages. */
const CONVERSATION_KEYS = new Set(["messages", "input", "contents", "prompt", "system", "message", "instructions"]);

/** The parameters of calls by path: attributes, and inputs that are settings. Different ones come first. */
export function compareParameters(calls: readonly (Call | null)[]): readonly ParameterRow[] {
  const sides = calls.map((call) => (call ? parametersOf(call) : null));
  const paths = [...new Set(sides.flatMap((side) => [...(side?.keys() ?? [])]))].sort();
  const rows = paths.map((path): ParameterRow => {
    const texts = sides.map((side) => side?.get(path) ?? null);
    const known = texts.filter((_, column) => calls[column]);
    return { path, texts, isSame: known.every((text) => text === known[0]) };
  });
  return [...rows.filter(({ isSame }) => !isSame), ...rows.filter(({ isSame }) => isSame)];
}

function parametersOf(call: Call): ReadonlyMap<string, string> {
  const leafTexts = new Map<string, string>();
  for (const [path, value] of leavesOf("attributes", call.attributes ?? {})) leafTexts.set(path, value);
  const settings = Object.fromEntries(
    Object.entries(call.inputs ?? {}).filter(([name]) => !CONVERSATION_KEYS.has(name)),
  );
  for (const [path, value] of leavesOf("inputs", settings)) leafTexts.set(path, value);
  return leafTexts;
}

/** Every path under a name that ends in a short value: lists are kept intact, objects are flattened. */
function leavesOf(under: string, root: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const leaves: [string, string][] = [];
  const stack: [string, unknown][] = [[under, root]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [path, value] = next;
    if (isMembers(value) && (path === under || Object.keys(value).length > 0)) {
      for (const [name, member] of Object.entries(value).reverse()) stack.push([`${path}.${name}`, member]);
      continue;
    }
    const text = typeof value === "string" ? value : canonicalJson(value);
    leaves.push([path, text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text]);
  }
  return leaves;
}
