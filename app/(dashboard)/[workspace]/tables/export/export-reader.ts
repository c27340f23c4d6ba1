import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { ParsedRows, rowsOf } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { readTableInWorker } from "@/app/(dashboard)/[workspace]/tables/stream/read-table-in-worker";
import type { TableQuery } from "@/app/(dashboard)/[workspace]/tables/stream/table-query-body";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { RowReader } from "./export-table";

/** Rows per request: no more than this ever waits to be written. */
const PART_ROWS = 50_000;

/** Rows that are converted to text before the page can redraw. */
const SLICE_ROWS = 2000;

/** How often a stream may break without a new row before the export fails. */
const MAX_EMPTY_RETRIES = 2;

/** Lets the page redraw and handle input. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Reads rows that are already loaded. */
export function readLoaded(rows: readonly TableLine[], signal: AbortSignal): RowReader {
  return async (onPart) => {
    for (let at = 0; at < rows.length; at += SLICE_ROWS) {
      signal.throwIfAborted();
      await onPart(rows.slice(at, at + SLICE_ROWS));
      await yieldToEventLoop();
    }
  };
}

/**
 * Reads the full table from the service. A broken stream is resumed after its last row.
 *
 * @throws RequestFailure when it cannot be resumed or a line cannot be read, AbortError when stopped
 */
export function readFullTable(question: TableQuery, signal: AbortSignal): RowReader {
  return async (onPart) => {
    let offset = 0;
    let barrenTries = 0;
    let isPaged = false;
    const parsed = new ParsedRows();
    for (;;) {
      const rows: TableLine[] = [];
      const request = { question, offset, limit: PART_ROWS, mostBytes: Number.POSITIVE_INFINITY, isPaged };
      const { summary, ...part } = await readTableInWorker(
        request,
        (block) => {
          if (block) for (const row of rowsOf(block, parsed)) rows.push(row);
        },
        signal,
      );
      isPaged = part.isPaged;
      signal.throwIfAborted();
      const [bad] = summary.badLines;
      if (bad) throw incomplete(`Row ${offset + bad.line} could not be read: ${bad.reason}`);
      await readLoaded(rows, signal)(onPart);
      offset += rows.length;
      if (summary.end.kind === "complete" && rows.length < PART_ROWS) return;
      if (summary.end.kind !== "cut-short") continue;
      barrenTries = rows.length > 0 ? 0 : barrenTries + 1;
      if (barrenTries >= MAX_EMPTY_RETRIES)
        throw incomplete(`The stream ended early at row ${offset}: ${summary.end.reason}`);
    }
  };
}

/** An incomplete file would look complete, so none is written. */
function incomplete(message: string): RequestFailure {
  return new RequestFailure({ kind: "upstream", message, requestId: "", operation: "table.queryStream" });
}
