import type { RowSource } from "@/components/table/row-stream";
import type { Sort } from "@/components/table/table-column";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { stringifyJson } from "@/lib/api/contract/json-text";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { TableRow } from "@/lib/api/contract/tables";
import type { RowWindow } from "./prepare-window";

/** Which rows of which table, in which order. */
export interface TableQuestion {
  readonly connectionId: string;
  readonly projectId: string;
  readonly digest: string;
  /** Only rows with these digests; empty means all. */
  readonly rowDigests: readonly string[];
  readonly sort: readonly Sort[];
}

/** Rows that a page keeps at most. */
export const MOST_ROWS = 250_000;

/** Text that a page keeps at most, in bytes. */
export const MOST_BYTES = 150_000_000;

/** Rows of one answer where the service has no stream: several pages of large rows still fit in one answer. */
const PAGE_ROWS = 500;

/** Connections without `table.queryStream`: there the rows come page by page. */
const withoutStream = new Set<string>();

export function questionBody(
  { projectId, digest, rowDigests, sort }: TableQuestion,
  offset: number,
  limit: number,
): RequestOf<"table.queryStream"> {
  return {
    project_id: projectId,
    digest,
    offset,
    limit,
    ...(rowDigests.length === 0 ? {} : { filter: { row_digests: [...rowDigests] } }),
    ...(sort.length === 0 ? {} : { sort_by: sort.map(({ field, direction }) => ({ field, order: direction })) }),
  };
}

interface PartRequest {
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly onRows: (rows: readonly TableRow[]) => void;
  readonly onBytes: (count: number) => void;
}

/**
 * Reads a part of a table: as a stream, or page by page from a service that has none.
 *
 * @throws RequestFailure when nothing could be asked, AbortError when stopped before the first row
 */
export async function readTable(question: TableQuestion, part: PartRequest): Promise<StreamSummary> {
  const { connectionId } = question;
  if (withoutStream.has(connectionId)) return readPages(question, part);
  const body = questionBody(question, part.offset, part.limit);
  const { signal, onBytes, onRows } = part;
  try {
    return await streamOperation(connectionId, "table.queryStream", { body, signal, onBytes }, onRows);
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    const summary = await readPages(question, part);
    withoutStream.add(connectionId);
    return summary;
  }
}

async function readPages(question: TableQuestion, part: PartRequest): Promise<StreamSummary> {
  const { signal } = part;
  let rowCount = 0;
  while (rowCount < part.limit) {
    const limit = Math.min(PAGE_ROWS, part.limit - rowCount);
    const body = questionBody(question, part.offset + rowCount, limit);
    try {
      const { rows } = await callOperation(question.connectionId, "table.query", { body, signal });
      part.onBytes(rows.reduce((sum, row) => sum + stringifyJson(row).length, 0));
      part.onRows(rows);
      rowCount += rows.length;
      if (rows.length < limit) break;
    } catch (error) {
      // Rows of earlier pages are kept, so what ends here is a stream and not a question.
      if (rowCount === 0) throw error;
      const end = isAbort(error)
        ? ({ kind: "stopped" } as const)
        : ({ kind: "cut-short", reason: failureOf(error).message } as const);
      return { rowCount, badLines: [], end };
    }
  }
  return { rowCount, badLines: [], end: { kind: "complete" } };
}

/** A table as a source of rows for the screen, which ends by itself when the page holds as much as it keeps. */
export interface TableSource {
  readonly read: RowSource<TableRow>;
  /** Bytes of text that have come. */
  readonly byteCount: () => number;
  /** Whether it ended because the page is full: there may be more rows. */
  readonly isFull: () => boolean;
}

/** The rows of a question in a window of it. */
export function tableSource(question: TableQuestion, window: RowWindow): TableSource {
  let byteCount = 0;
  let isFull = false;
  const read: RowSource<TableRow> = async (offset, signal, onRows) => {
    const room = MOST_ROWS - offset;
    const limit = Math.min(room, (window.limit ?? Number.POSITIVE_INFINITY) - offset);
    if (limit <= 0) return { rowCount: 0, badLines: [], end: { kind: "complete" } };
    const full = new AbortController();
    const summary = await readTable(question, {
      offset: window.from + offset,
      limit,
      signal: AbortSignal.any([signal, full.signal]),
      onRows,
      onBytes: (count) => {
        byteCount += count;
        if (byteCount > MOST_BYTES) full.abort();
      },
    });
    const rowsAsked = summary.rowCount + summary.badLines.length;
    isFull = full.signal.aborted || (summary.end.kind === "complete" && rowsAsked >= room);
    return full.signal.aborted && !signal.aborted ? { ...summary, end: { kind: "complete" } } : summary;
  };
  return { read, byteCount: () => byteCount, isFull: () => isFull };
}
