/** What one response returned. */
export interface ReadSize {
  /** Lines of a stream of rows; 0 for other responses. */
  readonly rows: number;
  readonly bytes: number;
}

const MIB = 1024 * 1024;
const PERIOD_MS = 10 * 60_000;

/** Responses below both are those of a page that someone looks at, and never count. */
const COUNTED: ReadSize = { rows: 500, bytes: MIB };

/** The sum within ten minutes from which an entry is written; the next one when the sum has doubled. */
const LARGE: ReadSize = { rows: 5_000, bytes: 16 * MIB };

const MAX_KNOWN = 1_000;

interface Sum extends ReadSize {
  readonly lastMs: number;
  /** The multiple of `LARGE` at which the next entry is due. */
  readonly due: number;
}

/** Adds up what each reader reads, so that an export in many pages is seen as the one read that it is. */
export class ReadTally {
  readonly #sums = new Map<string, Sum>();

  /**
   * Counts a response.
   *
   * @param key names the reader, the operation and the project
   * @returns the sum since the reader began, without a pause of ten minutes, when an entry is due; otherwise null
   */
  add(key: string, { rows, bytes }: ReadSize, nowMs: number): ReadSize | null {
    if (rows < COUNTED.rows && bytes < COUNTED.bytes) return null;
    const known = this.#sums.get(key);
    const before = known !== undefined && nowMs - known.lastMs < PERIOD_MS ? known : { rows: 0, bytes: 0, due: 1 };
    const sum = { rows: before.rows + rows, bytes: before.bytes + bytes };
    const multiple = Math.max(sum.rows / LARGE.rows, sum.bytes / LARGE.bytes);
    const isDue = multiple >= before.due;
    // Deleted first, so that the map stays in the order of the last read.
    this.#sums.delete(key);
    this.#sums.set(key, { ...sum, lastMs: nowMs, due: isDue ? 2 * multiple : before.due });
    const [oldest] = this.#sums.keys();
    if (this.#sums.size > MAX_KNOWN && oldest !== undefined) this.#sums.delete(oldest);
    return isDue ? sum : null;
  }
}

/** Returns `12480 rows, 31.2 MiB`, or the bytes alone. */
export function readSizeText({ rows, bytes }: ReadSize): string {
  const size = `${(bytes / MIB).toFixed(1)} MiB`;
  return rows === 0 ? size : `${rows} rows, ${size}`;
}

const NEWLINE = 10;

/** Returns how many lines end in these bytes. */
export function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
