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

/** Returns the blocks that contain the rows on screen. */
export function blocksOf(calls: readonly Call[], range: { readonly first: number; readonly last: number }): Block[] {
  const firstBlock = Math.floor(Math.max(0, range.first) / BLOCK_SIZE);
  const lastBlock = Math.floor(Math.max(0, range.last) / BLOCK_SIZE);
  const blocks: Block[] = [];
  for (let block = firstBlock; block <= lastBlock; block += 1) {
    const inside = calls.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE);
    const running = inside.filter((call) => callStatus(call) === "running").map(({ id }) => id);
    if (inside.length > 0) blocks.push({ ids: inside.map(({ id }) => id), running });
  }
  return blocks;
}
