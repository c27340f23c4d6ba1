/** Comma-separated values as defined by RFC 4180, or tab-separated ones. */
export type DelimitedFormat = "csv" | "tsv";

const delimiters: Record<DelimitedFormat, string> = { csv: ",", tsv: "\t" };

/** A spreadsheet treats a cell that begins with one of these as a formula; some drop spaces before it. */
const FORMULA_START = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** A plain number is not a formula, with any sign. */
const PLAIN_NUMBER = /^ *[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** One cell: null is an empty one. */
export type DelimitedValue = string | null;

/**
 * Returns one line of a delimited file with its line end.
 *
 * Text that a spreadsheet would run as a formula gets an apostrophe in front, which shows as text; numbers keep their
 * sign and their digits. In a CSV a cell with a comma, a quote or a line end is quoted; a TSV is quoted in the same way
 * where needed, since spreadsheets read it so.
 */
export function delimitedLine(values: readonly DelimitedValue[], format: DelimitedFormat): string {
  const delimiter = delimiters[format];
  return `${values.map((value) => (value === null ? "" : quoted(neutralised(value), delimiter))).join(delimiter)}\r\n`;
}

/** Text that no spreadsheet runs. */
export function neutralised(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes('"') || text.includes("\n") || text.includes("\r") || text.includes(delimiter);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Marks a delimited file as UTF-8; older programs read it in another encoding otherwise. */
export const BYTE_ORDER_MARK = "\ufeff";
