import { blockStarts, openingFence, tableHead } from "./markdown-parser";

/** A block of a text, shown on its own. */
export interface MarkdownBlock {
  /** Where it begins in the text; identifies it while the text grows. */
  readonly at: number;
  readonly source: string;
}

/** The blocks of the first part of a text. */
export interface MarkdownReading {
  /** The text that was read. */
  readonly text: string;
  /** Blocks that more text cannot change. */
  readonly settled: readonly MarkdownBlock[];
  /** The last blocks, which more text may change. */
  readonly open: readonly MarkdownBlock[];
  /** Where the open blocks begin. */
  readonly from: number;
  /** What the first open block repeats of the one before it: the head of a long table. */
  readonly prefix: string;
}

/** A block that grows longer than this continues as another one: the time to draw one is bounded. */
const MAX_BLOCK_LENGTH = 20_000;

const NOTHING: MarkdownReading = { text: "", settled: [], open: [], from: 0, prefix: "" };

/**
 * Reads a text as blocks. A reading of its beginning is continued: only its last blocks are read again, so that a
 * growing text costs what it grows by.
 */
export function readBlocks(text: string, before: MarkdownReading | null): MarkdownReading {
  const start = before !== null && text.startsWith(before.text) ? before : NOTHING;
  const settled = [...start.settled];
  let { from, prefix } = start;
  for (;;) {
    const to = Math.min(text.length, from + MAX_BLOCK_LENGTH);
    const source = prefix + text.slice(from, to);
    const blocks = blocksOf(source, from, prefix.length);
    const last = blocks.at(-1);
    if (to === text.length) {
      const openFrom = from + Math.max(0, lastCompleteStart(source) - prefix.length);
      const open = blocks.filter(({ at }) => at >= openFrom);
      settled.push(...blocks.slice(0, blocks.length - open.length));
      return { text, settled, open, from: openFrom, prefix: openFrom === from ? prefix : "" };
    }
    if (last === undefined) {
      from = to;
      prefix = "";
    } else if (blocks.length > 1) {
      settled.push(...blocks.slice(0, -1));
      from = last.at;
      prefix = "";
    } else {
      const cut = cutOf(last.source, prefix.length);
      settled.push({ at: from, source: last.source.slice(0, cut) });
      from += cut - prefix.length;
      prefix = continuationOf(last.source);
    }
  }
}

/** The offset of the last block that complete lines begin: an incomplete line may yet join blocks. */
function lastCompleteStart(source: string): number {
  const starts = blockStarts(source.slice(0, source.lastIndexOf("\n") + 1));
  return starts.length > 1 ? (starts.at(-1) ?? 0) : 0;
}

function blocksOf(source: string, from: number, prefixLength: number): readonly MarkdownBlock[] {
  const starts = blockStarts(source);
  return starts.map((start, index) => ({
    // Text before the first block is blank.
    at: index === 0 ? from : from + start - prefixLength,
    source: source.slice(index === 0 ? 0 : start, starts[index + 1] ?? source.length),
  }));
}

/** Cuts after a line, or inside one that is too long. */
function cutOf(source: string, minLength: number): number {
  const line = source.lastIndexOf("\n");
  return line + 1 > minLength ? line + 1 : source.length;
}

function continuationOf(source: string): string {
  const head = openingFence(source) ?? tableHead(source);
  return head === null || head.length > MAX_BLOCK_LENGTH / 4 ? "" : `${head}\n`;
}
