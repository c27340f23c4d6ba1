/** How the values of a column are drawn and compared. */
export type ColumnKind = "number" | "time" | "text";

/** Returns the kind of a column by its type in the engine. */
export function columnKind(type: string): ColumnKind {
  const inner = type.replace(/^(?:LowCardinality|Nullable)\((.*)\)$/, "$1").replace(/^Nullable\((.*)\)$/, "$1");
  if (/^(?:U?Int|Float|Decimal|BFloat)\d*/.test(inner)) return "number";
  return /^Date/.test(inner) ? "time" : "text";
}

/** Returns a value as text; null for a missing one. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
}

const NUMBERS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });

/** Returns a value as a cell shows it; null for a missing one. */
export function cellText(value: unknown): string | null {
  return typeof value === "number" ? NUMBERS.format(value) : valueText(value);
}

/** Returns a value of a column of times, which are UTC, in milliseconds. */
export function valueTimeMs(value: unknown): number | null {
  const timeMs =
    typeof value === "string" ? Date.parse(`${value.replace(" ", "T")}${value.includes(" ") ? "Z" : ""}`) : Number.NaN;
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** Returns the order of rows by one of their values, missing ones last. */
export function sortedRows(
  rows: readonly (readonly unknown[])[],
  column: number,
  kind: ColumnKind,
  direction: "asc" | "desc",
): readonly (readonly unknown[])[] {
  const sign = direction === "asc" ? 1 : -1;
  const compare = (left: unknown, right: unknown) =>
    kind === "number" ? Number(left) - Number(right) : (valueText(left) ?? "").localeCompare(valueText(right) ?? "");
  return [...rows].sort((first, second) => {
    const [left, right] = [first[column] ?? null, second[column] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}
