/** The values of a chart, as a table and for export. */
export interface ChartTable {
  readonly head: readonly string[];
  /** Null for unknown values. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Spreadsheets run text that begins with these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the table as CSV (RFC 4180). Text that a spreadsheet would run as a formula is marked as text. */
export function chartCsv({ head, rows }: ChartTable): string {
  return [head, ...rows]
    .map((row) => row.map(field).join(","))
    .join("\r\n")
    .concat("\r\n");
}
