/**
 * The interface between the service and ClickHouse SQL. It has two adapters: the engine inside this process
 * (`embedded-store.ts`) and a ClickHouse server (`server-store.ts`). The same SQL runs on both.
 */

import type { BinaryColumn } from "./row-encoder";

/** Stands for a `{name:Type}` placeholder, as one value whatever it contains. `bigint` for integers above 2^53. */
export type QueryParam = string | number | bigint | boolean | null | readonly string[] | readonly number[];

export type QuerySettings = Readonly<Record<string, string | number>>;

export interface Query {
  /** One SELECT without a SETTINGS or FORMAT clause: the store appends both. */
  readonly sql: string;
  readonly params?: Readonly<Record<string, QueryParam>>;
  readonly settings?: QuerySettings;
  /** Aborting stops the query in the engine and rejects with `StoreAborted`. */
  readonly signal?: AbortSignal;
  /** Maximum time in the engine, in milliseconds. */
  readonly timeoutMs?: number;
  /** Part of the search for damage, which a damaged part that it meets does not start again. */
  readonly isRepair?: boolean;
}

/** Some consecutive rows of a result, not yet parsed. */
export interface RowBlock {
  readonly rowCount: number;
  /** The rows as JSONEachRow: one JSON object and a line feed per row. */
  text(): string;
  rows<Row>(): Row[];
}

export interface Insert {
  /** One of our own table names, never a caller's. */
  readonly table: string;
  readonly columns: readonly string[];
  /** JSONEachRow text: one JSON object per line. */
  readonly lines: Buffer;
  /**
   * Of several inserts into a table with the same token only the first one is stored, whoever sends them; the others
   * resolve all the same. The table needs `non_replicated_deduplication_window`, and one partition for all rows.
   */
  readonly token?: string;
  /** Does not wait for the inserts and statements before it, on a server. */
  readonly isUrgent?: boolean;
}

/** Rows in the engine's binary format. They cost both sides less than lines: nothing is escaped and nothing parsed. */
export interface BinaryInsert {
  /** One of our own table names, never a caller's. */
  readonly table: string;
  readonly columns: readonly BinaryColumn[];
  /** The rows, as a `RowEncoder` with these columns wrote them, each whole in one of the parts. */
  readonly rows: readonly Uint8Array[];
  /**
   * Computed columns whose value is known for all rows, and its SQL. The embedded engine then does not analyze the
   * expression of the column, which takes longer than storing a few rows; a server computes it all the same.
   */
  readonly known?: Readonly<Record<string, string>>;
}

/** A whole result with the types of its columns. */
export interface ResultTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** 64-bit integers above 2^53 are texts. */
  readonly rows: readonly (readonly unknown[])[];
  /** What the engine read to answer. */
  readonly rowsRead: number;
  readonly bytesRead: number;
}

export interface Store {
  /** "embedded" shares this process and one folder; "server" is reached over HTTP. */
  readonly kind: "embedded" | "server";
  /**
   * All rows of a small result. 64-bit integers come as JSON numbers: select `toString(x)` where they may pass 2^53.
   * Rejects with a `StoreError`.
   */
  read<Row>(query: Query): Promise<Row[]>;
  /**
   * All rows of a small result with the types of its columns. Nothing of an earlier query can be part of it.
   * Rejects with a `StoreError`.
   */
  readTable(query: Query): Promise<ResultTable>;
  /**
   * Yields rows in blocks of about a thousand, pulled one block at a time: the engine waits for a slow reader. Leaving
   * the loop early stops the query. Throws a `StoreError` in the loop.
   */
  stream(query: Query): AsyncIterable<RowBlock>;
  /**
   * Resolves when the rows are on disk and every later read sees them. The inserts of one call run at the same time,
   * those of several calls one after another. When it rejects, any of them may be stored.
   */
  insert(...inserts: readonly (Insert | BinaryInsert)[]): Promise<void>;
  /** Runs one of our own statements that returns nothing (DDL, maintenance). It takes no values from callers. */
  command(sql: string): Promise<void>;
  /** Stops running queries, waits for inserts and releases the folder or the connections. */
  close(): Promise<void>;
}

/**
 * The settings of every table. Without all three, a power cut can lose an acknowledged row or make the folder
 * unreadable.
 */
export const DURABLE_TABLE_SETTINGS =
  "fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1";
