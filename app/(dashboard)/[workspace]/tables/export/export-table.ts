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

/** Writes what a file of a format contains of the rows. */
interface RowWriter {
  readonly add: (rows: readonly TableLine[]) => Promise<void>;
  readonly end: () => Promise<void>;
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
    const writer = await rowWriter(read, format, sink, onProgress);
    let rowCount = 0;
    await read(async (rows) => {
      await writer.add(rows);
      rowCount += rows.length;
      onProgress({ step: "rows", rowCount });
    });
    await writer.end();
    await sink.close();
    return rowCount;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

async function rowWriter(
  read: RowReader,
  format: ExportFormat,
  sink: FileSink,
  onProgress: (progress: ExportProgress) => void,
): Promise<RowWriter> {
  const readFirst = async (onPart: (rows: readonly TableLine[]) => void) => {
    let rowCount = 0;
    await read(async (rows) => {
      onPart(rows);
      rowCount += rows.length;
      onProgress({ step: "columns", rowCount });
    });
  };
  if (format === "parquet") return await parquetWriter(readFirst, sink);
  const lines = (lineOf: (row: TableLine) => string): RowWriter => ({
    add: (rows) => sink.write(rows.map(lineOf).join("")),
    end: async () => undefined,
  });
  if (format === "jsonl") return lines(jsonRow);
  const discovery = new FieldDiscovery(new Set());
  await readFirst((rows) => discovery.addPart(rows));
  const columns = exportColumns(discovery.root);
  await sink.write(delimitedHead(columns, format));
  return lines((row) => delimitedRow(row, columns, format));
}

async function parquetWriter(
  readFirst: (onPart: (rows: readonly TableLine[]) => void) => Promise<void>,
  sink: FileSink,
): Promise<RowWriter> {
  const { ParquetFile } = await import("@/lib/parquet/parquet-file");
  const { ValueShape } = await import("@/lib/parquet/value-shape");
  const shape = new ValueShape();
  await readFirst((rows) => {
    for (const { val } of rows) shape.add(val);
  });
  const file = new ParquetFile(sink, shape.type);
  return { add: (rows) => file.add(rows.map(({ val }) => val)), end: () => file.end() };
}
