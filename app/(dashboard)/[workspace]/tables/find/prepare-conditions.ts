import { z } from "zod";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { type JsonPathSegments, pathText, valueAt } from "@/lib/json/value/json-path";

/** What a cell must hold, or must not hold, for its row to be shown. */
export interface Condition {
  readonly path: JsonPathSegments;
  readonly isNegated: boolean;
  /** The value as JSON text with its digits; null where there is none. */
  readonly json: string | null;
}

/** Longer values make addresses that not every program takes. */
const MAX_VALUE_LENGTH = 300;

const jsonOf = (value: unknown) => (value === undefined ? null : stringifyJson(value));

/** The condition that a value sets for its column; null for a value that is too long to stand in an address. */
export function conditionOf(path: JsonPathSegments, value: unknown, isNegated: boolean): Condition | null {
  const json = jsonOf(value);
  return json !== null && json.length > MAX_VALUE_LENGTH ? null : { path, isNegated, json };
}

/** Whether a row meets all conditions. */
export function matchesAll(row: TableLine, conditions: readonly Condition[]): boolean {
  return conditions.every(({ path, isNegated, json }) => (jsonOf(valueAt(row.val, path)) === json) !== isNegated);
}

/** `task.user is mia`, in parts. */
export function conditionLabel({ path, isNegated, json }: Condition): {
  field: string;
  operator: string;
  value: string;
} {
  const value = json === null ? "missing" : json.startsWith('"') ? String(parseJson(json)) : json;
  return { field: pathText(path) || "val", operator: isNegated ? "is not" : "is", value: value === "" ? '""' : value };
}

const stored = z.tuple([z.array(z.union([z.string(), z.number()])), z.boolean(), z.string().nullable()]);

/** A condition in the address. */
export function conditionParam({ path, isNegated, json }: Condition): string {
  return JSON.stringify([path, isNegated, json]);
}

/** The conditions of an address; what is none is left out. */
export function parseConditions(texts: readonly string[]): readonly Condition[] {
  return texts.flatMap((text) => {
    try {
      const [path, isNegated, json] = stored.parse(JSON.parse(text));
      return { path, isNegated, json };
    } catch {
      // An address may hold anything; what cannot be read narrows nothing.
      return [];
    }
  });
}

/** The conditions with one more, which takes the place of its opposite and of itself. */
export function withTableCondition(conditions: readonly Condition[], added: Condition): readonly Condition[] {
  const isSameCell = (other: Condition) => pathText(other.path) === pathText(added.path) && other.json === added.json;
  return [...conditions.filter((other) => !isSameCell(other)), added];
}
