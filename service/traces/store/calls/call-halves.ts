import { LRUCache } from "lru-cache";
import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { StoreError } from "@/service/kernel/errors/store-errors";
import type { RowValue } from "@/service/traces/store/engine/row-encoder";
import type { Store } from "@/service/traces/store/engine/store";
import { endColumns, startColumns } from "./call-parts";
import type { CallVisibility } from "./call-visibility";
import type { GroupCall } from "./group-calls";
import { isParked, type OpenRow } from "./known-calls";

/** A half in memory, which is that of the open row of this number. */
interface RememberedHalf {
  readonly number: number;
  readonly half: CallHalf;
}

/** The values of the columns that a start or an end fills. */
export type CallHalf = readonly RowValue[];

/** A half that is not in memory, and its open row. */
interface MissingHalf {
  readonly key: string;
  readonly place: OpenRow;
  readonly isStart: boolean;
}

/** Rows of one query: a server refuses a parameter of more than 128 kB. */
const MAX_READ_BACK = 5_000;

/** Remembers the starts of running calls, and the ends whose start has not arrived, and reads the others back. */
export class CallHalves {
  readonly #store: Store;
  readonly #remembered: LRUCache<string, RememberedHalf>;
  readonly #placeOf: (row: OpenRow) => OpenRow;
  readonly #visibility: CallVisibility;

  /** @param placeOf returns where an open row is now */
  constructor(store: Store, maxBytes: number, placeOf: (row: OpenRow) => OpenRow, visibility: CallVisibility) {
    this.#store = store;
    this.#visibility = visibility;
    this.#remembered = new LRUCache({ maxSize: maxBytes });
    this.#placeOf = placeOf;
  }

  remember(key: string, { number }: OpenRow, half: CallHalf, bytes: number): void {
    this.#remembered.set(key, { number, half: half.map(apart) }, { size: bytes });
  }

  forgetAll(): void {
    this.#remembered.clear();
  }

  forget(key: string): void {
    this.#remembered.delete(key);
  }

  /**
   * Returns the stored halves of the calls that a group completes, by key.
   * @throws StoreError when an open row is not where it was stored
   */
  async of(calls: ReadonlyMap<string, GroupCall>): Promise<ReadonlyMap<string, CallHalf>> {
    const halves = new Map<string, CallHalf>();
    const missing = new Map<number, MissingHalf>();
    for (const [key, { known, start, end }] of calls) {
      const isCompleted = isParked(known) ? start !== null : end !== null;
      if (known.open === null || !isCompleted) continue;
      const remembered = this.#remembered.get(key);
      // Another process may have replaced the row.
      const half = remembered?.number === known.open.number ? remembered.half : undefined;
      const place = this.#placeOf(known.open);
      if (half !== undefined) halves.set(key, half);
      else missing.set(place.number, { key, place, isStart: !isParked(known) });
    }
    await this.#readBack(missing, true, halves);
    await this.#readBack(missing, false, halves);
    for (const { key } of missing.values()) {
      if (!halves.has(key)) throw new StoreError("The start or the end of a call could not be read back.");
    }
    return halves;
  }

  async #readBack(
    missing: ReadonlyMap<number, MissingHalf>,
    isStart: boolean,
    halves: Map<string, CallHalf>,
  ): Promise<void> {
    const wanted = [...missing.values()].filter((half) => half.isStart === isStart).map(({ place }) => place);
    const columns = (isStart ? startColumns : endColumns).map(({ name }) => name);
    for (const places of chunksOf(wanted, MAX_READ_BACK)) {
      const rows = await this.#store.read<Readonly<Record<string, RowValue>> & { readonly number: number }>({
        sql: `SELECT open_number AS number, ${columns.map(readBackSql).join(", ")} FROM call_rows
WHERE generation IN {generations:Array(UInt32)} AND open_number IN {numbers:Array(UInt64)}${this.#visibility.liveSql("commit_number")}`,
        params: {
          generations: [...new Set(places.map(({ generation }) => generation))],
          numbers: places.map(({ number }) => number),
        },
      });
      for (const row of rows) {
        const key = missing.get(row.number)?.key;
        if (key === undefined) continue;
        halves.set(
          key,
          columns.map((name) => row[name] ?? null),
        );
      }
    }
  }
}

/** Node's own buffers of short texts are not longer than this. */
const MAX_SHARED_BYTES = 64 * 1024;

/** Returns a value without a buffer that it shares with others: a view of a request would keep all of its bytes. */
function apart(value: RowValue): RowValue {
  if (!(value instanceof Uint8Array)) return value;
  return value.buffer.byteLength > Math.max(MAX_SHARED_BYTES, 2 * value.byteLength) ? Buffer.from(value) : value;
}

const readBackSql = (column: string) =>
  column === "ended_at" ? "toString(call_rows.ended_at) AS ended_at" : `call_rows.${column} AS ${column}`;
