import { cellValue } from "@/app/(dashboard)/[workspace]/tables/sheet/cell-value";
import {
  DIGEST_ID,
  INDEX_ID,
  prepareSheet,
  type SheetColumn,
} from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import type { DiscoveredField } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { BYTE_ORDER_MARK, type DelimitedFormat, delimitedLine } from "@/lib/export/delimited-text";
import { copyText } from "@/lib/json/value/value-line";

export const exportFormats = ["csv", "tsv", "jsonl", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const mediaTypes: Record<ExportFormat, string> = {
  csv: "text/csv;charset=utf-8",
  tsv: "text/tab-separated-values;charset=utf-8",
  jsonl: "application/jsonl",
  parquet: "application/vnd.apache.parquet",
};

const nothing: ReadonlySet<string> = new Set();

/**
 * All columns of the rows for a delimited file: every object is expanded, regardless of what the screen hides or folds.
 */
export function exportColumns(root: DiscoveredField): readonly SheetColumn[] {
  return prepareSheet(root, { folded: nothing, hidden: nothing, frozen: nothing }).all;
}

/** Names of the columns for row number and digest in a file; a member of a value is unlikely to have them. */
const columnFileNames: Readonly<Record<string, string>> = { [INDEX_ID]: "original_index", [DIGEST_ID]: "row_digest" };

/** The header of a delimited file: row number, digest, then paths. */
export function delimitedHead(columns: readonly SheetColumn[], format: DelimitedFormat): string {
  const names = columns.map((column) => (column.path === null ? (columnFileNames[column.id] ?? null) : column.id));
  return `${format === "csv" ? BYTE_ORDER_MARK : ""}${delimitedLine(names, format)}`;
}

/**
 * A row of a delimited file. Lists, and values that are nested too deeply, are JSON text; null and missing are empty
 * cells.
 */
export function delimitedRow(row: TableLine, columns: readonly SheetColumn[], format: DelimitedFormat): string {
  const values = columns.map((column) => cellValue(row, column));
  return delimitedLine(
    values.map((value) => (value === undefined || value === null ? null : copyText(value))),
    format,
  );
}

/** A row of a JSONL file: the value as stored, with its digits. */
export function jsonRow(row: TableLine): string {
  return `${stringifyJson(row.val ?? null)}\n`;
}

/** `passengers-3f9a01bc22de.csv`: a name that every file system accepts. */
export function exportFileName(title: string, digest: string, format: ExportFormat): string {
  const words = title.replace(/[^\w.-]+/g, "-").replace(/^[.-]+|(?<!-)-+$/g, "");
  return `${words === "" ? "table" : words}-${digest.slice(0, 12)}.${format}`;
}
