import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import type { FileSink } from "@/lib/export/file-sink";
import { delimitedHead, delimitedRow, type ExportFormat, exportColumns, jsonRow } from "./table-export-format";

/** Passes on all rows of an export, part by part, and waits until each part is processed. */
export type RowReader = (onPart: (rows: readonly TableLine[]) => Promise<void>) => Promise<void>;

export interface ExportProgress {
  /** Columns are found first when not all rows are loaded: a delimited file begins with its header. */
  readonly step: "columns" | "rows";
  readonly rowCount: number;
}

/**
 * Writes a full table to a file, or none.
 *
 * @throws the error of reading or writing, after the file is discarded
 */
export async function writeTable(
  read: RowReader,
  format: ExportFormat,
  sink: FileSink,
  onProgress: (progress: ExportProgress) => void,
): Promise<number> {
  try {
    const lineOf = await lineWriter(read, format, sink, onProgress);
    let rowCount = 0;
    await read(async (rows) => {
      await sink.write(rows.map(lineOf).join(""));
      rowCount += rows.length;
      onProgress({ step: "rows", rowCount });
    });
    await sink.close();
    return rowCount;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

async function lineWriter(
  read: RowReader,
  format: ExportFormat,
  sink: FileSink,
  onProgress: (progress: ExportProgress) => void,
): Promise<(row: TableLine) => string> {
  if (format === "jsonl") return jsonRow;
  const discovery = new FieldDiscovery(new Set());
  let rowCount = 0;
  await read(async (rows) => {
    discovery.addPart(rows);
    rowCount += rows.length;
    onProgress({ step: "columns", rowCount });
  });
  const columns = exportColumns(discovery.root);
  await sink.write(delimitedHead(columns, format));
  return (row) => delimitedRow(row, columns, format);
}
