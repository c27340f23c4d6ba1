import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { parseRef } from "@/service/kernel/json/refs";
import type { StoredCall } from "@/service/traces/store/calls/call-rows";
import { type RefReader, readPermitted } from "@/service/traces/values/permitted-refs";

const payloadColumns = ["inputs", "output", "attributes", "summary"] as const;
type PayloadColumn = (typeof payloadColumns)[number];

/** The JSON texts of a call's columns in which refs were replaced. */
export type ExpandedColumns = Partial<Record<PayloadColumn, string>>;

/**
 * The paths that `expand_columns` may name: paths in the payload, shallowest first, so that deeper paths find the
 * values already inserted.
 */
export function expansionPaths(expandColumns: readonly string[] | null | undefined): readonly (readonly string[])[] {
  return (expandColumns ?? [])
    .map((path) => path.split("."))
    .filter(([column]) => payloadColumns.some((name) => name === column))
    .sort((one, other) => one.length - other.length);
}

/** A location whose value is a ref, and how to replace the value. */
interface RefPosition {
  readonly ref: string;
  readonly replace: (value: unknown) => void;
}

/**
 * Replaces the refs at the given paths by their values; an object then gets a member `_ref` with the ref. A ref without
 * a target, or into a project the key may not read, is left unchanged.
 * @returns for each row the columns that changed
 */
export async function expandRefs(
  context: RefReader,
  rows: readonly StoredCall[],
  paths: readonly (readonly string[])[],
): Promise<ExpandedColumns[]> {
  const opened = rows.map(() => new Map<PayloadColumn, Record<string, unknown>>());
  const changed = rows.map(() => new Set<PayloadColumn>());
  for (const path of paths) {
    const spots = rows.flatMap((row, index) => {
      const column = path[0] as PayloadColumn;
      const root = openColumn(row, column, opened[index] ?? new Map());
      const position = findRefPosition(root, path);
      if (position !== null) changed[index]?.add(column);
      return position === null ? [] : [position];
    });
    const values = await readPermitted(context, [...new Set(spots.map(({ ref }) => ref))]);
    for (const { ref, replace } of spots) {
      const text = values.get(ref);
      // Parsed once per location: two locations must not share a value that a deeper path changes.
      if (text !== undefined) replace(withRef(parseJson(text), ref));
    }
  }
  return rows.map((_, index) =>
    Object.fromEntries(
      [...(changed[index] ?? [])].map((column) => [column, textOf(opened[index]?.get(column), column)]),
    ),
  );
}

/** The column's value under its own name, so that the value itself can be replaced as well. */
function openColumn(
  row: StoredCall,
  column: PayloadColumn,
  opened: Map<PayloadColumn, Record<string, unknown>>,
): Record<string, unknown> {
  const known = opened.get(column);
  if (known !== undefined) return known;
  const root = { [column]: parseJson(row[column] || "null") };
  opened.set(column, root);
  return root;
}

function textOf(root: Record<string, unknown> | undefined, column: PayloadColumn): string {
  return stringifyJson(root?.[column] ?? null);
}

function findRefPosition(root: Record<string, unknown>, path: readonly string[]): RefPosition | null {
  let holder: unknown = root;
  for (const part of path.slice(0, -1)) holder = memberOf(holder, part);
  const last = path.at(-1) ?? "";
  const ref = memberOf(holder, last);
  if (typeof ref !== "string" || parseRef(ref) === null) return null;
  return {
    ref,
    // The member exists and is an own member: `memberOf` looks at nothing else.
    replace: (value) => Object.defineProperty(holder, last, { value }),
  };
}

/** An own member of an object, or an item of a list. */
export function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
  return (holder as Record<string, unknown>)[name];
}

function withRef(value: unknown, ref: string): unknown {
  return isJsonObject(value) && !("isLosslessNumber" in value) ? { ...value, _ref: ref } : value;
}
