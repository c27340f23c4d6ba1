import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { callOperationRow, openOperationRow } from "@/lib/api/client/row-client";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { tableOperations } from "@/lib/api/contract/tables/table-operations";
import type { BufferedRowBlock } from "./buffered-row";
import { RowLines } from "./row-lines";
import { type TableQuery, tableQueryBody } from "./table-query-body";

/** Rows per response when the service cannot stream: several pages of large rows still fit in one response. */
const PAGE_ROWS = 500;

/** The part of a table to request. */
export interface BlockRequest {
  readonly question: TableQuery;
  readonly offset: number;
  readonly limit: number;
  /** Bytes of text after which reading ends automatically. */
  readonly mostBytes: number;
  /** True when the service is known not to stream: its rows are requested page by page. */
  readonly isPaged: boolean;
}

/** How a part ended. */
export interface BlocksRead {
  readonly summary: StreamSummary;
  /** True when it ended at the requested amount of text. */
  readonly isFull: boolean;
  /** True when the service cannot stream. */
  readonly isPaged: boolean;
}

/** Receives blocks and the number of bytes: with rows, and during a long line that is incomplete. */
export type OnBlock = (block: BufferedRowBlock | null, byteCount: number) => void;

/** The arguments of `OnBlock`, as a worker sends them. */
export interface BlockPart {
  readonly block: BufferedRowBlock | null;
  readonly byteCount: number;
}

/**
 * Reads rows of a table as blocks: as a stream, or page by page when the service cannot stream.
 *
 * @throws RequestFailure when the first request fails, AbortError when stopped before the response began
 */
export async function readBlocks(request: BlockRequest, onBlock: OnBlock, signal: AbortSignal): Promise<BlocksRead> {
  if (request.isPaged) return readPages(request, onBlock, signal);
  const { question, offset, limit } = request;
  const body = tableQueryBody(question, offset, limit);
  try {
    const answer = await openOperationRow(question.connectionId, tableOperations["table.queryStream"], {
      body,
      signal,
    });
    return await readStream(answer, request, onBlock);
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    return readPages(request, onBlock, signal);
  }
}

async function readStream(
  answer: ReadableStream<Uint8Array>,
  { mostBytes }: BlockRequest,
  onBlock: OnBlock,
): Promise<BlocksRead> {
  const lines = new RowLines();
  const reader = answer.getReader();
  let byteCount = 0;
  const ended = (end: StreamSummary["end"], isFull = false) => ({
    summary: lines.summary(end),
    isFull,
    isPaged: false,
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      byteCount += value.byteLength;
      onBlock(lines.push(value), value.byteLength);
      if (byteCount <= mostBytes) continue;
      await reader.cancel();
      return ended({ kind: "complete" }, true);
    }
  } catch (error) {
    if (isAbort(error)) return ended({ kind: "stopped" });
    return ended({ kind: "cut-short", reason: failureOf(error).message || "The connection was lost." });
  }
  const { block, end } = lines.finish();
  if (block) onBlock(block, 0);
  return ended(end);
}

async function readPages(request: BlockRequest, onBlock: OnBlock, signal: AbortSignal): Promise<BlocksRead> {
  const { question, offset, mostBytes } = request;
  const lines = new RowLines();
  let [rowCount, byteCount] = [0, 0];
  const ended = (end: StreamSummary["end"], isFull = false) => ({ summary: lines.summary(end), isFull, isPaged: true });
  while (rowCount < request.limit) {
    const limit = Math.min(PAGE_ROWS, request.limit - rowCount);
    const body = tableQueryBody(question, offset + rowCount, limit);
    try {
      const { rows } = await callOperationRow(question.connectionId, tableOperations["table.query"], { body, signal });
      const bytes = new TextEncoder().encode(rows.map((row) => `${stringifyJson(row)}\n`).join(""));
      byteCount += bytes.length;
      onBlock(lines.push(bytes), bytes.length);
      rowCount += rows.length;
      if (rows.length < limit) break;
      if (byteCount > mostBytes) return ended({ kind: "complete" }, true);
    } catch (error) {
      // Rows of earlier pages are kept, so the stream ends here and the request does not fail.
      if (rowCount === 0) throw error;
      return ended(isAbort(error) ? { kind: "stopped" } : { kind: "cut-short", reason: failureOf(error).message });
    }
  }
  return ended({ kind: "complete" });
}
