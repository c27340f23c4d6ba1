import type { Call } from "@/lib/api/contract/calls/calls";
import { callStatus } from "@/lib/calls/call-facts";

/** Rows are requested in blocks of the list, so that scrolling by one row sends no request. */
const BLOCK_SIZE = 50;

/** Rows per request. */
export interface Block {
  readonly ids: readonly string[];
  /** An ended call has other values: its block then has another key. */
  readonly running: readonly string[];
}

/** A row whose payload is loaded. */
interface LoadedRow {
  readonly id: string;
  readonly isRunning: boolean;
}

/** Returns the blocks that contain the rows on screen, of a list with `count` rows. */
export function blocksOf(
  count: number,
  rowAt: (index: number) => LoadedRow | undefined,
  range: { readonly first: number; readonly last: number },
): Block[] {
  const firstBlock = Math.floor(Math.max(0, range.first) / BLOCK_SIZE);
  const lastBlock = Math.floor(Math.max(0, range.last) / BLOCK_SIZE);
  const blocks: Block[] = [];
  for (let block = firstBlock; block <= lastBlock; block += 1) {
    const start = block * BLOCK_SIZE;
    const length = Math.max(0, Math.min(BLOCK_SIZE, count - start));
    const rows = Array.from({ length }, (_, offset) => rowAt(start + offset)).filter((row) => row !== undefined);
    const running = rows.flatMap(({ id, isRunning }) => (isRunning ? [id] : []));
    if (rows.length > 0) blocks.push({ ids: rows.map(({ id }) => id), running });
  }
  return blocks;
}

/** Returns the blocks of listed calls. */
export function blocksOfCalls(
  calls: readonly Call[],
  range: { readonly first: number; readonly last: number },
): Block[] {
  const rowAt = (index: number) => {
    const call = calls[index];
    return call && { id: call.id, isRunning: callStatus(call) === "running" };
  };
  return blocksOf(calls.length, rowAt, range);
}
