import { memberAt } from "@/app/(dashboard)/[workspace]/traces/rows/member-at-path";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { Dictionary } from "@/lib/json/value/value-kind";

/** A place in calls that becomes a column of a table. */
export interface RowColumn {
  /** `inputs.user.name`, or a member of the call: `id`. */
  readonly path: string;
  readonly name: string;
}

/** More rows than this are not gathered in the page. */
export const MAX_ROWS = 50_000;

/** What a column is called at first: the last part of its path, or all of it where that is taken. */
export function columnName(path: string, taken: readonly string[]): string {
  const last = path.split(".").at(-1) ?? path;
  return taken.includes(last) || last === "" ? path.replaceAll(".", "_") : last;
}

/** What is the matter with the columns; null when nothing is. */
export function columnsProblem(columns: readonly RowColumn[]): string | null {
  if (columns.length === 0) return "Choose at least one column.";
  const names = columns.map(({ name }) => name.trim());
  if (names.includes("")) return "Each column needs a name.";
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `Two columns are called ${twice}.`;
}

/** The row that a call becomes; a place that it has nothing at is left out. */
export function tableRowOfCall(call: Call, columns: readonly RowColumn[]): Dictionary {
  return Object.fromEntries(
    columns.flatMap(({ path, name }): [string, unknown][] => {
      const value = memberAt(call, path);
      return value === undefined || value === null ? [] : [[name.trim(), value]];
    }),
  );
}

/** The members of calls that the columns are read from. */
export function membersOf(columns: readonly RowColumn[]): readonly string[] {
  return [...new Set(columns.map(({ path }) => path.split(".")[0] ?? path))];
}
