import { parseJson } from "@/lib/api/contract/json-text";
import type { TableRow } from "@/lib/api/contract/tables";

/** A row as the sheet draws it: parsed already, or text that is parsed when it is looked at. */
export type TableLine = Pick<TableRow, "digest" | "val" | "original_index">;

/** Rows as they came: the bytes of their lines, which are parsed when a row is looked at. */
export interface RowBlock {
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
const MOST_PARSED = 400;

const parsed = new Map<StoredRow, TableRow>();
const decoder = new TextDecoder();

/**
 * A row of a block. A page holds hundreds of thousands of them: as text they take a fifth of what they take parsed, and
 * nothing of it is in the scripts' heap.
 */
export class StoredRow implements TableLine {
  readonly #block: RowBlock;
  readonly #index: number;

  constructor(block: RowBlock, index: number) {
    this.#block = block;
    this.#index = index;
  }

  get digest(): string {
    return this.#parsed().digest;
  }

  get val(): unknown {
    return this.#parsed().val;
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

  #parsed(): TableRow {
    const known = parsed.get(this);
    if (known) return known;
    const row = this.parse();
    parsed.set(this, row);
    if (parsed.size > MOST_PARSED) {
      const [oldest] = parsed.keys();
      if (oldest) parsed.delete(oldest);
    }
    return row;
  }
}

/** The rows of a block. */
export function rowsOf(block: RowBlock): readonly StoredRow[] {
  return Array.from({ length: block.numbers.length }, (_, index) => new StoredRow(block, index));
}

/** The row number of a line; null where it has none. */
export const rowNumber = (row: Pick<TableRow, "original_index">): number => row.original_index ?? NO_NUMBER;
