import { isJsonObject } from "@/lib/guard/json-object";

const MAX_DEPTH = 3;
const MAX_MEMBERS = 100;

/** Returns the plain values inside an example by dotted path, as text. Lists count as their length. */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>();
  const example: unknown = JSON.parse(text);
  if (isJsonObject(example)) addMembers(members, "", example, 1);
  return members;
}

function addMembers(
  members: Map<string, string>,
  prefix: string,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): void {
  for (const [name, member] of Object.entries(value)) {
    if (members.size >= MAX_MEMBERS) return;
    const path = `${prefix}${name}`;
    if (isJsonObject(member) && depth < MAX_DEPTH) addMembers(members, `${path}.`, member, depth + 1);
    else members.set(path, textOf(member));
  }
}

function textOf(member: unknown): string {
  if (typeof member === "string") return member;
  if (Array.isArray(member)) return `${member.length} ${member.length === 1 ? "item" : "items"}`;
  return JSON.stringify(member) ?? "null";
}
