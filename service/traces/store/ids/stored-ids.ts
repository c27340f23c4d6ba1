import { crc32 } from "node:zlib";
import type { Store } from "@/service/traces/store/engine/store";
import { murmur3 } from "./murmur3";

interface StoredIdsOptions {
  /** A filter takes this many ids; then the next one begins. */
  readonly idsPerFilter?: number;
  /** More filters than this would take too much memory: then they are given up, and every id may be stored. */
  readonly maxFilters?: number;
}

/** Of the ids that are not stored, a full filter takes one in 60,000 for a stored one. */
const BITS_PER_ID = 24;
const BITS_OF_ONE = 10;

/** SQL of the two hashes of an id, in 16 digits. */
const hashesSql = (id: string) =>
  `concat(leftPad(hex(CRC32(${id})), 8, '0'), leftPad(hex(murmurHash3_32(${id})), 8, '0')) AS hashes`;

/** Queries of the ids of calls. */
const CALL_IDS: readonly string[] = ["SELECT id FROM call_rows", "SELECT id FROM removed_calls"];
const HASHES_PATTERN = /[0-9A-F]{16}/g;

/** Reading a block delays requests by milliseconds; one thread leaves the others to them. */
const FILL_SETTINGS = { max_block_size: 16_384, max_threads: 1 } as const;

/**
 * The ids of all calls, or traces, that may be stored, in three bytes each (Bloom filters). An id that is not among them
 * is surely not stored and needs no look-up. Ids stay when their calls are removed.
 */
export class StoredIds {
  readonly #idsPerFilter: number;
  readonly #maxFilters: number;
  readonly #filters: Uint8Array[] = [];
  /** In the newest filter. */
  #ids = 0;
  #isComplete = false;
  #isGivenUp = false;

  constructor({ idsPerFilter = 1_000_000, maxFilters = 32 }: StoredIdsOptions = {}) {
    this.#idsPerFilter = idsPerFilter;
    this.#maxFilters = maxFilters;
  }

  /** False while every id may be stored. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Reads the ids that are stored now. Those that are written from now on are added before they are stored.
   * @param sources queries of a column `id`
   */
  async fill(store: Store, signal?: AbortSignal, sources: readonly string[] = CALL_IDS): Promise<void> {
    for (const source of sources) {
      const sql = `SELECT ${hashesSql("id")} FROM (${source})`;
      for await (const block of store.stream({ sql, settings: FILL_SETTINGS, ...(signal ? { signal } : {}) })) {
        for (const [hashes] of block.text().matchAll(HASHES_PATTERN)) {
          this.#add(Number.parseInt(hashes.slice(0, 8), 16), Number.parseInt(hashes.slice(8), 16));
        }
      }
    }
    this.#isComplete = !this.#isGivenUp;
  }

  /**
   * Adds an id.
   * @returns false when it was surely not stored before
   */
  add(id: string): boolean {
    return this.addHashes(crc32(id), murmur3(id));
  }

  /**
   * Adds an id.
   * @returns true when it seems to have been added before; false while that is not known
   */
  mark(id: string): boolean {
    return this.#add(crc32(id), murmur3(id)) && !this.#isGivenUp;
  }

  /** False when an id was surely neither stored nor added. */
  has(id: string): boolean {
    if (!this.#isComplete) return true;
    const [first, second] = hashesOf(id);
    return this.#filters.some((filter) => hasId(filter, first, second));
  }

  /** The same as {@link add} for the hashes of an id. */
  addHashes(first: number, second: number): boolean {
    return this.#add(first, second) || !this.#isComplete;
  }

  /** @returns whether both hashes may be those of an id that was added before */
  #add(first: number, second: number): boolean {
    if (this.#isGivenUp) return true;
    for (const filter of this.#filters) if (hasId(filter, first, second)) return true;
    const newest = this.#filterWithSpace();
    if (newest === null) return true;
    for (let bit = 0; bit < BITS_OF_ONE; bit += 1) {
      const place = placeOf(newest, bit, first, second);
      newest[place >>> 3] = (newest[place >>> 3] ?? 0) | (1 << (place & 7));
    }
    this.#ids += 1;
    return false;
  }

  #filterWithSpace(): Uint8Array | null {
    const newest = this.#filters.at(-1);
    if (newest !== undefined && this.#ids < this.#idsPerFilter) return newest;
    if (this.#filters.length >= this.#maxFilters) {
      this.#filters.length = 0;
      this.#isGivenUp = true;
      this.#isComplete = false;
      return null;
    }
    const added = new Uint8Array(Math.ceil((this.#idsPerFilter * BITS_PER_ID) / 8));
    this.#filters.push(added);
    this.#ids = 0;
    return added;
  }
}

/** Returns the two hashes of an id. */
export const hashesOf = (id: string): readonly [first: number, second: number] => [crc32(id), murmur3(id)];

function hasId(filter: Uint8Array, first: number, second: number): boolean {
  for (let bit = 0; bit < BITS_OF_ONE; bit += 1) {
    const place = placeOf(filter, bit, first, second);
    if (((filter[place >>> 3] ?? 0) & (1 << (place & 7))) === 0) return false;
  }
  return true;
}

const placeOf = (filter: Uint8Array, bit: number, first: number, second: number) =>
  ((first + Math.imul(bit, second | 1)) >>> 0) % (filter.length * 8);
