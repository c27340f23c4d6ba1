import type { Call } from "@/lib/api/contract/calls/calls";
import { memberAt } from "@/lib/json/value/member-at-path";
import type { Dictionary } from "@/lib/json/value/value-kind";

/** A path in calls that becomes a column of a table. */
export interface RowColumn {
  /** `inputs.user.name`, or a member of the call: `id`. */
  readonly path: string;
  readonly name: string;
}

/** The page collects no more rows than this. */
export const MAX_ROWS = 50_000;

/** Returns the initial name of a column: the last part of its path, or the full path if that name is taken. */
export function columnName(path: string, taken: readonly string[]): string {
  const last = path.split(".").at(-1) ?? path;
  return taken.includes(last) || last === "" ? path.replaceAll(".", "_") : last;
}

/** Returns the problem of the columns, or null. */
export function columnsProblem(columns: readonly RowColumn[]): string | null {
  if (columns.length === 0) return "Choose at least one column.";
  const names = columns.map(({ name }) => name.trim());
  if (names.includes("")) return "Each column needs a name.";
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `Two columns are named ${twice}.`;
}

/** Returns the row of a call; paths without a value are omitted. */
export function tableRowOfCall(call: Call, columns: readonly RowColumn[]): Dictionary {
  return Object.fromEntries(
    columns.flatMap(({ path, name }): [string, unknown][] => {
      const value = memberAt(call, path);
      return value === undefined || value === null ? [] : [[name.trim(), value]];
    }),
  );
}

/** Returns the members of calls that the columns are read from. */
export function membersOf(columns: readonly RowColumn[]): readonly string[] {
  return [...new Set(columns.map(({ path }) => path.split(".")[0] ?? path))];
}
