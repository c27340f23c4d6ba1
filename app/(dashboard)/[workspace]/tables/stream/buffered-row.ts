import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { TableRow } from "@/lib/api/contract/tables/tables";

/** A row as the sheet draws it: parsed already, or text that is parsed when it is looked at. */
export type TableLine = Pick<TableRow, "digest" | "val" | "original_index">;

/** Rows as they came: the bytes of their lines, which are parsed when a row is looked at. */
export interface BufferedRowBlock {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each row's line begins and ends in the bytes, one after the other. */
  readonly bounds: Uint32Array<ArrayBuffer>;
  /** `original_index` of each row; -1 where it has none. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Positions of rows in which something was found that no row before had. */
  readonly notable: readonly number[];
}

const NO_NUMBER = -1;

/** Rows that are parsed already: those on the screen, and what was looked at last. */
const MAX_PARSED_ROWS = 400;

/** Rows of one table that are parsed now, those that were looked at first in front. */
export class ParsedRows {
  readonly #rows = new Map<BufferedRow, TableRow>();

  /** The row parsed; one that was looked at long ago is let go for it. */
  read(row: BufferedRow): TableRow {
    const known = this.#rows.get(row);
    if (known) return known;
    const parsed = row.parse();
    this.#rows.set(row, parsed);
    if (this.#rows.size > MAX_PARSED_ROWS) {
      const [oldest] = this.#rows.keys();
      if (oldest) this.#rows.delete(oldest);
    }
    return parsed;
  }
}

interface CachedBlock extends BufferedRowBlock {
  readonly parsed: ParsedRows;
}

const decoder = new TextDecoder();

/**
 * A row of a block. A page holds hundreds of thousands of them: as text they take a fifth of what they take parsed, and
 * nothing of it is in the scripts' heap.
 */
export class BufferedRow implements TableLine {
  readonly #block: CachedBlock;
  readonly #index: number;

  constructor(block: CachedBlock, index: number) {
    this.#block = block;
    this.#index = index;
  }

  get digest(): string {
    return this.#block.parsed.read(this).digest;
  }

  get val(): unknown {
    return this.#block.parsed.read(this).val;
  }

  get original_index(): number | null {
    const number = this.#block.numbers[this.#index] ?? NO_NUMBER;
    return number === NO_NUMBER ? null : number;
  }

  /** The row itself, for who keeps it. */
  parse(): TableRow {
    const { bytes, bounds } = this.#block;
    const text = decoder.decode(bytes.subarray(bounds[this.#index * 2], bounds[this.#index * 2 + 1]));
    // Whoever made the block has parsed and checked this line.
    return parseJson(text) as TableRow;
  }
}

/** The rows of a block, which share what is parsed with other blocks of their table. */
export function rowsOf(block: BufferedRowBlock, parsed: ParsedRows): readonly BufferedRow[] {
  const kept = { ...block, parsed };
  return Array.from({ length: block.numbers.length }, (_, index) => new BufferedRow(kept, index));
}

/** The row number of a line; null where it has none. */
export const rowNumber = (row: Pick<TableRow, "original_index">): number => row.original_index ?? NO_NUMBER;
