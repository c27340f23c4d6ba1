import type { SessionBlock } from "./session-builder";

const TEXT_MEMBERS = ["text", "thinking"] as const;

/** The text of a block of words; null for other blocks. */
function wordsOf(block: SessionBlock): string | null {
  for (const name of TEXT_MEMBERS) if (block.type === name && typeof block[name] === "string") return block[name];
  return null;
}

const sizeOf = (block: SessionBlock) => JSON.stringify(block).length;

/** Returns whether two blocks are states of one: by its id, by words that grew, or because they are equal. */
function isSameBlock(left: SessionBlock, right: SessionBlock): boolean {
  if (left.type !== right.type) return false;
  if (typeof left.id === "string" || typeof right.id === "string") return left.id === right.id;
  const [a, b] = [wordsOf(left), wordsOf(right)];
  if (a && b) return a.startsWith(b) || b.startsWith(a);
  return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Adds the blocks of a line to those of its answer. Programs write a line for each block, or the answer again each time
 * it has grown, or the same line twice: a state of a known block replaces it, where it says more.
 *
 * @param known the blocks so far, changed in place
 */
export function mergeBlocks(known: SessionBlock[], blocks: readonly SessionBlock[]): void {
  const isCopy = known[0] !== undefined && blocks[0] !== undefined && isSameBlock(known[0], blocks[0]);
  for (const [index, block] of blocks.entries()) {
    const at = isCopy
      ? known.findIndex((one, place) => place >= index && isSameBlock(one, block))
      : known.findIndex((one) => (typeof block.id === "string" ? isSameBlock(one, block) : isEqual(one, block)));
    const earlier = known[at];
    if (earlier === undefined) known.push(block);
    else if (sizeOf(block) >= sizeOf(earlier)) known[at] = block;
  }
}

const isEqual = (left: SessionBlock, right: SessionBlock) => JSON.stringify(left) === JSON.stringify(right);
