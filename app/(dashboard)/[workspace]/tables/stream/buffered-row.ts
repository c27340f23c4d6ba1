import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { TableRow } from "@/lib/api/contract/tables/tables";

/** A row for the sheet: already parsed, or text that is parsed when it is viewed. */
export type TableLine = Pick<TableRow, "digest" | "val" | "original_index">;

/** Rows as received: the bytes of their lines, which are parsed when a row is viewed. */
export interface BufferedRowBlock {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Start and end of each row's line in the bytes, one after the other. */
  readonly bounds: Uint32Array<ArrayBuffer>;
  /** `original_index` of each row; -1 when it has none. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Positions of rows with a field or kind of value that no earlier row had. */
  readonly notable: readonly number[];
}

/** The number used for rows without one. */
export const NO_NUMBER = -1;

/** The number of rows to keep parsed: those on the screen, and the last viewed. */
const MAX_PARSED_ROWS = 400;

/** A cache of the parsed rows of one table, most recently used first. */
export class ParsedRows {
  readonly #rows = new Map<BufferedRow, TableRow>();

  /** Returns the parsed row; the least recently used row is evicted for it. */
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
 * A row of a block. A page holds hundreds of thousands of them: as text they take a fifth of the memory of parsed rows,
 * and none of the script heap.
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

  /** Returns the parsed row itself, for callers that keep it. */
  parse(): TableRow {
    const { bytes, bounds } = this.#block;
    const text = decoder.decode(bytes.subarray(bounds[this.#index * 2], bounds[this.#index * 2 + 1]));
    // The creator of the block has parsed and checked this line.
    return parseJson(text) as TableRow;
  }
}

/** Returns the rows of a block, which share a cache of parsed rows with other blocks of their table. */
export function rowsOf(block: BufferedRowBlock, parsed: ParsedRows): readonly BufferedRow[] {
  const parsedBlock = { ...block, parsed };
  return Array.from({ length: block.numbers.length }, (_, index) => new BufferedRow(parsedBlock, index));
}

/** The row number of a line; null when it has none. */
export const rowNumber = (row: Pick<TableRow, "original_index">): number => row.original_index ?? NO_NUMBER;
