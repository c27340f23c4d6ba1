import { chunksOf, mapAsync } from "@/service/kernel/concurrency/chunks";
import { StoreError } from "@/service/kernel/errors/store-errors";
import { tableDigest } from "@/service/kernel/json/digest";
import { NO_OTHERS, type WriteTurns } from "@/service/traces/store/commits/write-turns";
import { BatchedRowWriter } from "@/service/traces/store/engine/batched-row-writer";
import type { Store } from "@/service/traces/store/engine/store";
import { engineTimeOfClock, WriteClock } from "@/service/traces/store/engine/write-clock";
import { isStored, type NewItem, type StoredItem, type TableItem } from "./table-items";
import { TableRowWriter } from "./table-row-writer";

export interface TableHeader {
  readonly digest: string;
  readonly rowCount: number;
  /** Of all rows as Python writes them; a repeated row counts each time. */
  readonly sizeBytes: number;
}

const ROWS_PER_BATCH = 20_000;
const ROW_BYTES_PER_BATCH = 8 * 1024 ** 2;
const POSITIONS_PER_BATCH = 50_000;
/** Chunks of rows in progress at once: the next waits while one is written, and joins its group. */
const MAX_PENDING_CHUNKS = 4;
const DIGESTS_PER_BATCH = 1000;

const positionColumns = ["project_id", "table_digest", "position", "row_id", "row_digest", "size_bytes"] as const;
const headerColumns = ["project_id", "digest", "row_count", "size_bytes", "created_at", "user_id"] as const;

type Row<Column extends string> = { readonly [Name in Column]: string | number };

/** A table as it is stored. */
export type StoredTable = Row<(typeof headerColumns)[number]>;

/** The place of a row in a table. */
export interface RowPlace {
  readonly tableDigest: string;
  readonly position: number;
  readonly rowDigest: string;
}

/** The only writer of tables in its process, and the reader of their facts without their rows. */
export class TableStore {
  readonly rows: TableRowWriter;
  readonly #store: Store;
  readonly #positions: BatchedRowWriter<Row<(typeof positionColumns)[number]>>;
  readonly #headers: BatchedRowWriter<Row<(typeof headerColumns)[number]>>;
  readonly #clock = new WriteClock();

  constructor(store: Store, turns: WriteTurns = NO_OTHERS) {
    this.#store = store;
    this.rows = new TableRowWriter(store, turns);
    this.#positions = new BatchedRowWriter(store, "table_positions", positionColumns);
    this.#headers = new BatchedRowWriter(store, "tables", headerColumns);
  }

  /**
   * Stores a table: its rows, then their positions, then the table's own record. An existing table costs one look-up.
   * @returns its digest, when all of it is on disk
   */
  async write(projectId: string, userId: string, items: readonly TableItem[]): Promise<string> {
    const digest = tableDigest(mapAsync(items, (item) => item.digest));
    if ((await this.headers(projectId, [digest])).length > 0) return digest;
    const rowIds = await this.#storeRows(projectId, items);
    let position = 0;
    for (const chunk of chunksOf(items, POSITIONS_PER_BATCH)) {
      const rows = chunk.map((item) => ({
        project_id: projectId,
        table_digest: digest,
        row_id: rowIds[position] ?? 0,
        position: position++,
        row_digest: item.digest,
        size_bytes: item.sizeBytes,
      }));
      await this.#positions.write(rows);
    }
    const sizeBytes = items.reduce((sum, item) => sum + item.sizeBytes, 0);
    const created = engineTimeOfClock(this.#clock.next());
    await this.#headers.write([
      {
        project_id: projectId,
        digest,
        row_count: items.length,
        size_bytes: sizeBytes,
        created_at: created,
        user_id: userId,
      },
    ]);
    return digest;
  }

  /**
   * Stores places of rows in tables, by the digests of the rows, which must be stored before.
   * @returns the bytes of each place's row, in the order of the places
   */
  async restorePositions(projectId: string, places: readonly RowPlace[]): Promise<number[]> {
    const stored = await this.rows.find(
      projectId,
      places.map(({ rowDigest }) => rowDigest),
    );
    const rows = places.map(({ tableDigest: table, position, rowDigest }) => {
      const row = stored.get(rowDigest);
      if (row === undefined) throw new StoreError(`The row ${rowDigest} of the table ${table} is missing.`);
      return {
        project_id: projectId,
        table_digest: table,
        position,
        row_id: row.rowId,
        row_digest: rowDigest,
        size_bytes: row.sizeBytes,
      };
    });
    await this.#positions.write(rows);
    return rows.map((row) => row.size_bytes);
  }

  /** Stores tables of another store as they were there. Their rows and positions must be stored before. */
  async restore(tables: readonly StoredTable[]): Promise<void> {
    await this.#headers.write(tables);
  }

  /** Returns the stored facts about these tables; tables that do not exist are omitted. */
  async headers(projectId: string, digests: readonly string[], signal?: AbortSignal): Promise<TableHeader[]> {
    const headers: TableHeader[] = [];
    for (const batch of chunksOf([...new Set(digests)], DIGESTS_PER_BATCH)) {
      const rows = await this.#store.read<TableHeader>({
        sql: "SELECT digest, row_count AS rowCount, size_bytes AS sizeBytes FROM tables WHERE project_id = {project:String} AND digest IN {batch:Array(String)} LIMIT 1 BY digest",
        params: { project: projectId, batch },
        ...(signal && { signal }),
      });
      headers.push(...rows);
    }
    return headers;
  }

  /** Returns the rows of a table in its order, without their contents; null when there is no such table. */
  async items(projectId: string, digest: string): Promise<StoredItem[] | null> {
    if ((await this.headers(projectId, [digest])).length === 0) return null;
    const items: StoredItem[] = [];
    const blocks = this.#store.stream({
      sql: `SELECT row_digest AS digest, row_id AS rowId, size_bytes AS sizeBytes FROM table_positions FINAL
        WHERE project_id = {project:String} AND table_digest = {digest:String} ORDER BY position`,
      params: { project: projectId, digest },
      settings: { max_block_size: 20_000 },
    });
    for await (const block of blocks) for (const item of block.rows<StoredItem>()) items.push(item);
    return items;
  }

  /**
   * Returns the already stored rows of a large table, found in one pass. For a small table the row writer finds them:
   * it looks up every group of rows that it writes.
   */
  async #markStored(projectId: string, items: readonly TableItem[]): Promise<readonly TableItem[]> {
    if (items.length <= ROWS_PER_BATCH) return items;
    const unsure = items.flatMap((item) => (isStored(item) ? [] : [item.digest]));
    const stored = await this.rows.find(projectId, unsure);
    return stored.size === 0 ? items : items.map((item) => stored.get(item.digest) ?? item);
  }

  /** Writes the rows that are not stored yet, some chunks at a time. Resolves with the id of every row. */
  async #storeRows(projectId: string, items: readonly TableItem[]): Promise<Float64Array> {
    const rowIds = new Float64Array(items.length);
    const underWay: Promise<void>[] = [];
    const write = async (places: readonly number[], chunk: readonly NewItem[]) => {
      const stored = await this.rows.write(projectId, chunk);
      for (const [index, place] of places.entries()) rowIds[place] = stored[index]?.rowId ?? 0;
    };
    for (const { places, chunk } of chunksOfNew(await this.#markStored(projectId, items), rowIds)) {
      const writing = write(places, chunk);
      writing.catch(() => {}); // Its failure is reported when it is awaited; until then it must not be "unhandled".
      underWay.push(writing);
      if (underWay.length >= MAX_PENDING_CHUNKS) await underWay.shift();
    }
    await Promise.all(underWay);
    return rowIds;
  }
}

/**
 * Yields the new rows of a table with their positions, in chunks; the ids of stored rows are put into `rowIds` on the
 * way.
 */
function* chunksOfNew(items: readonly TableItem[], rowIds: Float64Array) {
  let places: number[] = [];
  let chunk: NewItem[] = [];
  let length = 0;
  for (const [place, item] of items.entries()) {
    if (isStored(item)) {
      rowIds[place] = item.rowId;
      continue;
    }
    places.push(place);
    chunk.push(item);
    length += item.text.length;
    if (chunk.length < ROWS_PER_BATCH && length < ROW_BYTES_PER_BATCH) continue;
    yield { places, chunk };
    places = [];
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield { places, chunk };
}
