import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { type JsonPathSegments, pathText, valueAt } from "@/lib/json/value/json-path";

/** A value that a cell must have, or must not have, for its row to be shown. */
export interface Condition {
  readonly path: JsonPathSegments;
  readonly isNegated: boolean;
  /** The value as JSON text with its digits; null when it is missing. */
  readonly json: string | null;
}

/** Some programs reject addresses with longer values. */
const MAX_VALUE_LENGTH = 300;

const jsonOf = (value: unknown) => (value === undefined ? null : stringifyJson(value));

/** Returns the condition that a value sets for its column; null for a value that is too long for an address. */
export function conditionOf(path: JsonPathSegments, value: unknown, isNegated: boolean): Condition | null {
  const json = jsonOf(value);
  return json !== null && json.length > MAX_VALUE_LENGTH ? null : { path, isNegated, json };
}

/** Returns true when a row meets all conditions. */
export function matchesAll(row: TableLine, conditions: readonly Condition[]): boolean {
  return conditions.every(({ path, isNegated, json }) => (jsonOf(valueAt(row.val, path)) === json) !== isNegated);
}

/** `task.user is mia`, as parts. */
export function conditionLabel({ path, isNegated, json }: Condition): {
  field: string;
  operator: string;
  value: string;
} {
  const value = json === null ? "missing" : json.startsWith('"') ? String(parseJson(json)) : json;
  return { field: pathText(path) || "val", operator: isNegated ? "is not" : "is", value: value === "" ? '""' : value };
}

/** Writes a condition for the address. */
export function conditionParam({ path, isNegated, json }: Condition): string {
  return JSON.stringify([path, isNegated, json]);
}

function readCondition(value: unknown): Condition | null {
  if (!Array.isArray(value) || value.length !== 3) return null;
  const [path, isNegated, json]: readonly unknown[] = value;
  if (!Array.isArray(path) || !path.every((part) => typeof part === "string" || typeof part === "number")) return null;
  if (typeof isNegated !== "boolean") return null;
  return typeof json === "string" || json === null ? { path, isNegated, json } : null;
}

/** Returns the conditions of an address; invalid ones are ignored. */
export function parseConditions(texts: readonly string[]): readonly Condition[] {
  return texts.flatMap((text) => {
    try {
      return readCondition(JSON.parse(text)) ?? [];
    } catch {
      // An address may contain anything; text that cannot be parsed filters nothing.
      return [];
    }
  });
}

/** Returns the conditions with one added, which replaces its duplicate or opposite. */
export function withTableCondition(conditions: readonly Condition[], added: Condition): readonly Condition[] {
  const isSameCell = (other: Condition) => pathText(other.path) === pathText(added.path) && other.json === added.json;
  return [...conditions.filter((other) => !isSameCell(other)), added];
}
