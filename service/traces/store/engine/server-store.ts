import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ClickHouseClient, Row as ResultRow } from "@clickhouse/client";
import { StoreClosed, toStoreError } from "@/service/kernel/errors/store-errors";
import { packageOnUse } from "@/service/kernel/packages/package-on-use";
import { allDone } from "./all-done";
import { bindableParams, settingsClause, settingsOf } from "./query-settings";
import { parseResultTable } from "./result-table";
import type { BinaryInsert, Insert, Query, ResultTable, RowBlock, Store } from "./store";

const clickhouse = packageOnUse<typeof import("@clickhouse/client")>("@clickhouse/client");

/**
 * Opens a ClickHouse server or cluster node over HTTP.
 * @param url `http(s)://user:password@host:port/database`; it may contain a password and is never logged
 */
export function openServerStore(url: string): Store {
  return new ServerStore(url);
}

class ServerStore implements Store {
  readonly kind = "server";
  readonly #client: ClickHouseClient;
  readonly #running = new Set<AbortController>();
  /** Calls of `insert` run one after another, as in the embedded store: writers may rely on the order. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(url: string) {
    const { ClickHouseLogLevel, createClient } = clickhouse();
    this.#client = createClient({
      url,
      application: "heddle",
      max_open_connections: 16,
      request_timeout: 900_000,
      // Thousands of ids do not fit into an address.
      use_multipart_params_auto: true,
      // Every failure is thrown; the client's own log would repeat it, with the query's values.
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  async read<Row>(query: Query): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const block of this.#run(query, "read")) {
      for (const row of block.rows<Row>()) rows.push(row);
    }
    return rows;
  }

  async readTable(query: Query): Promise<ResultTable> {
    if (this.#closed) throw new StoreClosed();
    const queryId = randomUUID();
    const abort = new AbortController();
    const signal = query.signal === undefined ? abort.signal : AbortSignal.any([query.signal, abort.signal]);
    this.#running.add(abort);
    let finished = false;
    try {
      const result = await this.#client.query({
        query: `${query.sql}\n${settingsClause(settingsOf(query, "read"))}`,
        query_params: bindableParams(query.params),
        query_id: queryId,
        format: "JSONCompact",
        abort_signal: signal,
      });
      signal.addEventListener("abort", () => result.close(), { once: true });
      const table = parseResultTable(Buffer.from(await result.text()));
      finished = true;
      return table;
    } catch (thrown) {
      throw this.#closed ? new StoreClosed() : toStoreError(thrown, signal.aborted);
    } finally {
      this.#running.delete(abort);
      if (!finished && !this.#closed) await this.#kill(queryId);
    }
  }

  stream(query: Query): AsyncIterable<RowBlock> {
    return this.#run(query, "stream");
  }

  insert(...inserts: readonly (Insert | BinaryInsert)[]): Promise<void> {
    const run = () => allDone(inserts.map((insert) => this.#insertOne(insert)));
    const isUrgent = inserts.every((insert) => "isUrgent" in insert && insert.isUrgent === true);
    return isUrgent ? this.#settled(run()) : this.#write(run);
  }

  async #insertOne(insert: Insert | BinaryInsert): Promise<void> {
    const isBinary = "rows" in insert;
    const columns = isBinary ? insert.columns.map(({ name }) => name) : insert.columns;
    const format = isBinary ? "RowBinary" : "JSONEachRow";
    // `exec` takes the bytes as they are; `insert` would need each row as an object and serialize it again.
    const { stream } = await this.#client.exec({
      query: `INSERT INTO ${insert.table} (${columns.join(", ")}) FORMAT ${format}`,
      values: Readable.from(isBinary ? insert.rows : [insert.lines], { objectMode: false }),
      clickhouse_settings: {
        async_insert: 0,
        wait_end_of_query: 1,
        input_format_skip_unknown_fields: 0,
        insert_allow_materialized_columns: 1,
        date_time_input_format: "best_effort",
        ...tokenSettings(insert),
      },
    });
    for await (const _ of stream);
  }

  command(sql: string): Promise<void> {
    return this.#write(() => this.#client.command({ query: sql, clickhouse_settings: { wait_end_of_query: 1 } }));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#running) running.abort();
    await this.#lastWrite.catch(() => undefined);
    await this.#client.close();
  }

  async #write(run: () => Promise<unknown>): Promise<void> {
    if (this.#closed) throw new StoreClosed();
    const turn = this.#lastWrite.then(run, run);
    this.#lastWrite = turn.catch(() => undefined);
    await this.#settled(turn);
  }

  async #settled(written: Promise<unknown>): Promise<void> {
    try {
      await written;
    } catch (thrown) {
      throw toStoreError(thrown, false);
    }
  }

  async *#run(query: Query, use: "read" | "stream"): AsyncGenerator<RowBlock, void, void> {
    if (this.#closed) throw new StoreClosed();
    const queryId = randomUUID();
    const abort = new AbortController();
    const signal = query.signal === undefined ? abort.signal : AbortSignal.any([query.signal, abort.signal]);
    this.#running.add(abort);
    let finished = false;
    try {
      signal.throwIfAborted();
      const result = await this.#client.query({
        query: `${query.sql}\n${settingsClause(settingsOf(query, use))}`,
        query_params: bindableParams(query.params),
        query_id: queryId,
        format: "JSONEachRow",
        abort_signal: signal,
      });
      // Once the response has begun, the client ignores the signal.
      signal.addEventListener("abort", () => result.close(), { once: true });
      for await (const rows of result.stream<unknown>()) yield blockOf(rows);
      signal.throwIfAborted();
      finished = true;
    } catch (thrown) {
      throw this.#closed ? new StoreClosed() : toStoreError(thrown, signal.aborted);
    } finally {
      this.#running.delete(abort);
      abort.abort();
      if (!finished && !this.#closed) await this.#kill(queryId);
    }
  }

  /** A server continues a query whose client has left, so the query is stopped explicitly. */
  async #kill(queryId: string): Promise<void> {
    const query = "KILL QUERY WHERE query_id = {queryId:String} ASYNC";
    // A query that has already ended is not found; one that cannot be stopped still has its time limit.
    await this.#client.command({ query, query_params: { queryId } }).catch(() => undefined);
  }
}

const tokenSettings = (insert: Insert | BinaryInsert) =>
  "token" in insert && insert.token !== undefined
    ? { insert_deduplicate: 1 as const, insert_deduplication_token: insert.token }
    : {};

function blockOf(rows: ResultRow<unknown, "JSONEachRow">[]): RowBlock {
  return {
    rowCount: rows.length,
    text: () => rows.map((row) => `${row.text}\n`).join(""),
    // The caller declares the type of the selected row, as in the other adapter.
    rows: <Row>() => rows.map((row) => row.json<Row>()),
  };
}
