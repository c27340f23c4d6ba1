import type { Members, ParameterTexts } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { hasValue } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-variables";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { proposedColumn } from "@/lib/dataset/propose-column";
import { isMembers } from "@/lib/json/value/members";

/** The column of each variable that the user has chosen one for. */
type ChosenColumns = Readonly<Record<string, string>>;

/** The column from which a variable takes its value in each row. */
export interface MappedVariable {
  readonly name: string;
  readonly column: string;
}

/** Objects are opened to this depth: `inputs.user.name`. Deeper ones are one cell with their JSON. */
const MAX_DEPTH = 3;

function addColumns(value: Members, path: string, depth: number, columns: Set<string>): void {
  for (const [name, member] of Object.entries(value)) {
    const column = `${path}${name}`;
    columns.add(column);
    if (isMembers(member) && depth < MAX_DEPTH) addColumns(member, `${column}.`, depth + 1, columns);
  }
}

/** The columns of rows in the order of their first appearance; members of objects have a column of their own too. */
export function columnsOfRows(rows: readonly Members[]): readonly string[] {
  const columns = new Set<string>();
  for (const row of rows) addColumns(row, "", 1, columns);
  return [...columns];
}

/** The member before a dot of a column's name and the rest, where the row has such an object. */
function nestedIn(row: Members, column: string): { name: string; rest: string; value: Members } | null {
  for (let dot = column.indexOf("."); dot > 0; dot = column.indexOf(".", dot + 1)) {
    const name = column.slice(0, dot);
    const value = Object.hasOwn(row, name) ? row[name] : null;
    if (isMembers(value)) return { name, rest: column.slice(dot + 1), value };
  }
  return null;
}

/** The value of a cell; undefined where the row has none. */
function cellValue(row: Members, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  const nested = nestedIn(row, column);
  return nested === null ? undefined : cellValue(nested.value, nested.rest);
}

/** The text of a cell as it is sent: a string itself, other values as JSON, none as "". */
export function cellText(row: Members, column: string): string {
  const value = cellValue(row, column);
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : stringifyJson(value);
}

/** Returns a row with another text in a cell. */
export function withCell(row: Members, column: string, text: string): Members {
  const nested = Object.hasOwn(row, column) ? null : nestedIn(row, column);
  if (nested === null) return { ...row, [column]: text };
  return { ...row, [nested.name]: withCell(nested.value, nested.rest, text) };
}

/**
 * Returns the column of each variable: the chosen one, else the one with its name, with its name inside an object, or
 * with a name that means the same. A variable without any has a column of its own, which is empty until it is typed.
 */
export function mapVariables(
  names: readonly string[],
  columns: readonly string[],
  chosen: ChosenColumns,
): readonly MappedVariable[] {
  return names.map((name) => {
    const choice = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    if (choice !== undefined && (choice === name || columns.includes(choice))) return { name, column: choice };
    if (columns.includes(name)) return { name, column: name };
    const inside = columns.find((column) => column.endsWith(`.${name}`));
    return { name, column: inside ?? (proposedColumn(name, columns) || name) };
  });
}

/** The values of a row's variables. A cell without text gives none. */
export function rowVariables(row: Members, mapping: readonly MappedVariable[]): ParameterTexts {
  return Object.fromEntries(
    mapping.flatMap(({ name, column }): [string, string][] => {
      const text = cellText(row, column);
      return text === "" ? [] : [[name, text]];
    }),
  );
}

/** The indexes of the rows that give no variable a value: their requests would all be the same. */
export function emptyRows(rows: readonly Members[], mapping: readonly MappedVariable[]): readonly number[] {
  return rows.flatMap((row, index) =>
    mapping.every(({ column }) => cellText(row, column).trim() === "") ? [index] : [],
  );
}

/** The variables that would be sent literally in some row: neither the row nor the request has a value. */
export function literalVariables(
  rows: readonly Members[],
  mapping: readonly MappedVariable[],
  shared: ParameterTexts,
): readonly string[] {
  return mapping.flatMap(({ name, column }) => {
    const isLiteral = !hasValue(shared, name) && rows.some((row) => cellText(row, column) === "");
    return isLiteral ? [name] : [];
  });
}

/** The columns that no variable uses; an object is not one where its members are. */
export function otherColumns(columns: readonly string[], mapping: readonly MappedVariable[]): readonly string[] {
  const used = new Set(mapping.map(({ column }) => column));
  return columns.filter((column) => !used.has(column) && !columns.some((other) => other.startsWith(`${column}.`)));
}
