import { nameOfFile } from "@/lib/document/read-incomplete";
import { BYTE_ORDER_MARK, delimitedLine } from "@/lib/export/delimited-text";
import { downloadBlob } from "@/lib/export/file-sink";
import type { Workspace } from "@/lib/workspace/workspace";
import { valueText } from "./column-kinds";
import type { SqlResult } from "./use-sql-run";

/** Returns a result as a file: JSON lines with a member for each column, or comma-separated values. */
export function exportedText({ columns, rows }: SqlResult, format: "csv" | "jsonl"): string {
  if (format === "jsonl") {
    const line = (row: readonly unknown[]) =>
      JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));
    return rows.map((row) => `${line(row)}\n`).join("");
  }
  const head = delimitedLine(
    columns.map(({ name }) => name),
    "csv",
  );
  return (
    BYTE_ORDER_MARK +
    head +
    rows
      .map((row) =>
        delimitedLine(
          columns.map((_, at) => valueText(row[at])),
          "csv",
        ),
      )
      .join("")
  );
}

/**
 * Saves a result as a file, whose name says so where stored data of the project is damaged.
 *
 * @returns the number of its rows
 */
export async function exportResult(project: Workspace, result: SqlResult, format: "csv" | "jsonl"): Promise<number> {
  const type = format === "csv" ? "text/csv" : "application/jsonl";
  const name = await nameOfFile(project, `query.${format}`);
  downloadBlob(new Blob([exportedText(result, format)], { type }), name);
  return result.rows.length;
}
