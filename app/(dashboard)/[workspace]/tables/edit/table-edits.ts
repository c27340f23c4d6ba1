import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { JsonPathSegments } from "@/lib/json/value/json-path";
import { type Dictionary, isDictionary } from "@/lib/json/value/value-kind";

type RowEdit = { readonly kind: "changed"; readonly row: Dictionary } | { readonly kind: "deleted" };

/** The unsaved edits of a table, by the index of the row in the stored table. */
export type TableEdits = ReadonlyMap<number, RowEdit>;

export const NO_EDITS: TableEdits = new Map();

/** Returns a copy of a value with another value at a path; missing objects on the path are created. */
export function withValueAt(root: unknown, path: JsonPathSegments, value: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (Array.isArray(root) && typeof part === "number") {
    return Array.from({ length: Math.max(root.length, part + 1) }, (_, index) =>
      index === part ? withValueAt(root[index], rest, value) : (root[index] ?? null),
    );
  }
  const members = isDictionary(root) ? Object.entries(root) : [];
  const before = members.find(([name]) => name === String(part))?.[1];
  // Built from entries instead of assigned, since a member may be named `__proto__`.
  return Object.fromEntries(
    before === undefined
      ? [...members, [String(part), withValueAt(undefined, rest, value)]]
      : members.map(([name, member]) => [name, name === String(part) ? withValueAt(member, rest, value) : member]),
  );
}

/** Returns the edits with another value in a cell; null if the row cannot be edited. */
export function withCell(
  edits: TableEdits,
  line: TableLine,
  path: JsonPathSegments,
  value: unknown,
): TableEdits | null {
  const index = line.original_index;
  if (typeof index !== "number" || path.length === 0) return null;
  const row = withValueAt(line.val, path, value);
  return isDictionary(row) ? new Map(edits).set(index, { kind: "changed", row }) : null;
}

/** Returns the edits with a row deleted; null if the row cannot be edited. */
export function withoutRow(edits: TableEdits, line: TableLine): TableEdits | null {
  const index = line.original_index;
  return typeof index === "number" ? new Map(edits).set(index, { kind: "deleted" }) : null;
}

/** Returns the rows as they will be stored. */
export function editedRows(rows: readonly TableLine[], edits: TableEdits): readonly TableLine[] {
  if (edits.size === 0) return rows;
  return rows.flatMap((line) => {
    const edit = typeof line.original_index === "number" ? edits.get(line.original_index) : undefined;
    if (edit === undefined) return line;
    return edit.kind === "deleted"
      ? []
      : { digest: line.digest, val: edit.row, original_index: line.original_index ?? null };
  });
}

/**
 * Returns the changes to the stored table from the last row to the first, so that each index is still valid when used.
 */
export function updatesOf(edits: TableEdits): RequestOf<"table.update">["updates"] {
  return [...edits]
    .sort(([left], [right]) => right - left)
    .flatMap(([index, edit]) => {
      const pop = { pop: { index } };
      return edit.kind === "deleted" ? [pop] : [pop, { insert: { index, row: edit.row } }];
    });
}

/** Returns the numbers of changed and deleted rows. */
export function editCounts(edits: TableEdits): { readonly changed: number; readonly deleted: number } {
  const deleted = [...edits.values()].filter(({ kind }) => kind === "deleted").length;
  return { changed: edits.size - deleted, deleted };
}
