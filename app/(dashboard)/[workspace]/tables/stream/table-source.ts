import type { RowSource } from "@/lib/stream/row-stream";
import type { FetchWindow } from "@/lib/table/row-window";
import { ParsedRows, rowsOf, type TableLine } from "./buffered-row";
import { readTableInWorker } from "./read-table-in-worker";
import type { TableQuery } from "./table-query-body";

/** The maximum amount of a table that a page keeps. */
export interface TableLimits {
  readonly rows: number;
  /** Of text. */
  readonly bytes: number;
  /**
   * Whether rows are kept parsed: this takes five times the memory, and is for callers that read all of them
   * repeatedly.
   */
  readonly isParsed: boolean;
}

/** Including the page, its process stays below 400 MB. */
export const SHEET_LIMITS: TableLimits = { rows: 1_000_000, bytes: 200_000_000, isParsed: false };

/** Two such tables are compared. */
export const DIFF_LIMITS: TableLimits = { rows: 250_000, bytes: 75_000_000, isParsed: true };

/** Connections without `table.queryStream`: their rows are requested page by page. */
const withoutStream = new Set<string>();

/** A table as a source of rows for the screen, which ends automatically when the limits of the page are reached. */
export interface TableSource {
  readonly read: RowSource<TableLine>;
  /** Rows with a field or kind of value that no earlier row had, in the order of arrival. Grows in place. */
  readonly notable: readonly TableLine[];
  /** Bytes of text received. */
  readonly byteCount: () => number;
  /** True when it ended because the page is full: there may be more rows. */
  readonly isFull: () => boolean;
}

/** Loads the rows of a query, within a window. */
export function tableSource(question: TableQuery, window: FetchWindow, most: TableLimits): TableSource {
  const { connectionId } = question;
  const notable: TableLine[] = [];
  const parsed = new ParsedRows();
  let byteCount = 0;
  let isFull = false;
  const read: RowSource<TableLine> = async (offset, signal, onRows) => {
    const remainingRows = most.rows - offset;
    const limit = Math.min(remainingRows, (window.limit ?? Number.POSITIVE_INFINITY) - offset);
    if (limit <= 0) return { rowCount: 0, badLines: [], end: { kind: "complete" } };
    const part = await readTableInWorker(
      {
        question,
        offset: window.from + offset,
        limit,
        mostBytes: most.bytes - byteCount,
        isPaged: withoutStream.has(connectionId),
      },
      (block, count) => {
        byteCount += count;
        if (block === null) return;
        const rows = rowsOf(block, parsed);
        for (const index of block.notable) {
          const row = rows[index];
          if (row) notable.push(row);
        }
        onRows(most.isParsed ? rows.map((row) => row.parse()) : rows);
      },
      signal,
    );
    if (part.isPaged) withoutStream.add(connectionId);
    const { rowCount, badLines, end } = part.summary;
    isFull = part.isFull || (end.kind === "complete" && rowCount + badLines.length >= remainingRows);
    return part.summary;
  };
  return { read, notable, byteCount: () => byteCount, isFull: () => isFull };
}
