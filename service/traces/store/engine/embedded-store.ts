import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { open, unlink } from "node:fs/promises";
import { totalmem } from "node:os";
import { join, resolve } from "node:path";
import { type ChdbQueryStream, drainPending, Session, type StreamChunk } from "chdb";
import { errorMessage } from "@/lib/guard/error-message";
import { pauseFor } from "@/service/kernel/concurrency/pause-for";
import {
  StoreAborted,
  StoreClosed,
  StoreDamaged,
  StoreError,
  StoreLocked,
  StoreReaderTimeout,
  toStoreError,
} from "@/service/kernel/errors/store-errors";
import { allDone } from "./all-done";
import { maxConcurrentQueries } from "./engine-threads";
import { IdleStreams } from "./idle-streams";
import { parseLines } from "./parse-lines";
import { bindableParams, settingsClause, settingsOf } from "./query-settings";
import { parseResultTable } from "./result-table";
import { SessionPool } from "./session-pool";
import { withLiterals } from "./sql-literals";
import type { BinaryInsert, Insert, Query, ResultTable, RowBlock, Store } from "./store";

export interface EmbeddedStoreOptions {
  /** Used by this process alone while the store is open. Created when missing. */
  readonly folder: string;
  /** Maximum concurrent queries for short reads, and for streams. Defaults depend on the process's threads. */
  readonly readers?: number;
  readonly streams?: number;
  /** Limit on the engine's total use. */
  readonly memoryLimitBytes?: number;
  /** A stream that has not been read for this long ends when another one needs its slot. */
  readonly readerPatienceMs?: number;
  /** Streams that may be open while no one reads them, beside `streams`. */
  readonly restingStreams?: number;
  /** Called when a query meets a damaged part. */
  readonly onDamage?: () => void;
}

const READER_TIMEOUT_MS = 10_000;

/** Streams that may be open beside those that are read: each takes some memory of the engine, and no thread. */
const RESTING_STREAMS = 32;

/** The longest text of a query that contains its values. */
const MAX_QUERY_BYTES = 64 * 1024 ** 2;

/** Attempts of a query that the engine stops by itself: what makes it do so lasts, and the pauses grow. */
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;
const PAUSE_FACTOR = 3;

/**
 * Opens ClickHouse inside this process, on one folder, through native chDB sessions: two write, one runs other statements, some read, some
 * stream, and one stops queries. How many queries run at once depends on `UV_THREADPOOL_SIZE`.
 * @throws StoreLocked when another process uses the folder; StoreError when it cannot be opened
 */
export function openEmbeddedStore(options: EmbeddedStoreOptions): Store {
  return new EmbeddedStore(options);
}

class EmbeddedStore implements Store {
  readonly kind = "embedded";
  readonly #folder: string;
  readonly #readers: SessionPool<Session>;
  readonly #streams: SessionPool<Session>;
  readonly #writers: SessionPool<Session>;
  /** Statements that take long, such as removing rows, do not keep inserts waiting. */
  readonly #commands: SessionPool<Session>;
  readonly #controls: SessionPool<Session>;
  #lastInsert: Promise<unknown> = Promise.resolve();
  /** Each stops one running query; called at `close`. */
  readonly #running = new Set<() => void>();
  readonly #held: IdleStreams;
  readonly #streamsAtOnce: number;
  readonly #maxStreams: number;
  readonly #onDamage: () => void;
  #closed = false;

  constructor(options: EmbeddedStoreOptions) {
    const folder = resolve(options.folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#onDamage = options.onDamage ?? (() => undefined);
    const memory = options.memoryLimitBytes ?? Math.min(8 * 1024 ** 3, Math.floor(totalmem() / 2));
    const first = prepared(openFirstSession(folder, [`--max_server_memory_usage=${memory}`]));
    const more = (count: number) => Array.from({ length: count }, () => prepared(new Session(folder)));
    this.#writers = new SessionPool([first, ...more(1)]);
    this.#commands = new SessionPool(more(1));
    this.#controls = new SessionPool(more(1));
    this.#held = new IdleStreams(options.readerPatienceMs ?? READER_TIMEOUT_MS);
    const atOnce = maxConcurrentQueries();
    this.#readers = new SessionPool(more(options.readers ?? atOnce.readers));
    this.#streamsAtOnce = options.streams ?? atOnce.streams;
    this.#maxStreams = this.#streamsAtOnce + (options.restingStreams ?? RESTING_STREAMS);
    this.#streams = new SessionPool(more(this.#streamsAtOnce));
  }

  /** Adds a session where so many streams rest that fewer are read than may be at once. */
  #addStream(): boolean {
    const { size } = this.#streams;
    const isNeeded = size - this.#held.restingCount < this.#streamsAtOnce;
    if (this.#closed || size >= this.#maxStreams || !isNeeded) return false;
    this.#streams.add(prepared(new Session(this.#folder)));
    return true;
  }

  /** Of the sessions that were added, those go that would let more streams be read at once. */
  #returnStream(session: Session): void {
    const isSurplus = this.#streams.size - this.#held.restingCount > this.#streamsAtOnce;
    if (this.#closed || !isSurplus) {
      this.#streams.release(session);
      return;
    }
    this.#streams.remove(session);
    session.close();
  }

  async read<Row>(query: Query): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return parseLines<Row>(await this.#readBytes(query));
      } catch (error) {
        if (this.#isStopped(query) || !(error instanceof StoreAborted)) throw error;
        await this.#pauseAfter(query, attempt, error);
      }
    }
  }

  /** Waits before the next attempt. @throws StoreError after the last one, with the names of what went wrong in the engine lately */
  async #pauseAfter({ signal }: Query, attempt: number, cause: StoreAborted): Promise<void> {
    if (attempt < MAX_ATTEMPTS) {
      return await pauseFor(FIRST_PAUSE_MS * PAUSE_FACTOR ** (attempt - 1), signal ?? new AbortController().signal);
    }
    const sql =
      "SELECT name FROM system.errors WHERE last_error_time > now() - 60 ORDER BY last_error_time DESC LIMIT 5";
    const rows = await this.#readBytes({ sql }).then(parseLines<{ name: string }>, () => []);
    const names = rows.map(({ name }) => name).join(", ");
    throw new StoreError(
      `The engine stopped the query by itself, at attempt ${attempt}. Its latest errors: ${names}.`,
      {
        cause,
      },
    );
  }

  /**
   * Runs in a session of its own: what the engine wrote of a query that failed would come with the next one of its session. A
   * reader is borrowed meanwhile, so that no more queries run at once.
   */
  async readTable(query: Query): Promise<ResultTable> {
    const reader = await this.#readers.acquire(query.signal);
    try {
      return await this.#readTableIn(prepared(new Session(this.#folder)), query);
    } finally {
      this.#readers.release(reader);
    }
  }

  /** Reads in a session, which is closed afterwards. */
  async #readTableIn(session: Session, query: Query): Promise<ResultTable> {
    const tag = randomUUID();
    const stop = () => void this.#kill(tag);
    query.signal?.addEventListener("abort", stop, { once: true });
    this.#running.add(stop);
    try {
      const settings = settingsClause({ ...settingsOf(query, "read"), log_comment: tag });
      const sql = `${withLiterals(query.sql, query.params)}\n${settings}`;
      const result = await session.queryAsync(sql, { format: "JSONCompact" });
      query.signal?.throwIfAborted();
      return parseResultTable(result.bytes());
    } catch (thrown) {
      throw this.#closed ? new StoreClosed() : toStoreError(thrown, query.signal?.aborted === true);
    } finally {
      query.signal?.removeEventListener("abort", stop);
      this.#running.delete(stop);
      session.close();
    }
  }

  async insert(...inserts: readonly (Insert | BinaryInsert)[]): Promise<void> {
    const run = () => allDone(inserts.map((insert) => this.#insertOne(insert)));
    const turn = this.#lastInsert.then(run, run);
    this.#lastInsert = turn.catch(() => undefined);
    await turn;
  }

  async #insertOne(insert: Insert | BinaryInsert): Promise<void> {
    const session = await this.#writers.acquire();
    try {
      if ("rows" in insert) await insertBinary(session, insert, this.#folder);
      else await insertLines(session, insert);
    } catch (thrown) {
      throw toStoreError(thrown, false);
    } finally {
      this.#writers.release(session);
    }
  }

  async command(sql: string): Promise<void> {
    const session = await this.#commands.acquire();
    try {
      await session.queryAsync(sql);
    } catch (thrown) {
      throw toStoreError(thrown, false);
    } finally {
      this.#commands.release(session);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const stop of this.#running) stop();
    const idle = await Promise.all([
      this.#readers.close(),
      this.#streams.close(),
      this.#writers.close(),
      this.#commands.close(),
    ]);
    const control = await this.#controls.close();
    for (const session of [...idle.flat(), ...control]) session.close();
    await drainPending();
  }

  /**
   * Uses the engine's call that returns all rows at once, without parameters: it plans and runs the query beside this thread,
   * in each session by itself. The streaming call plans it on this thread, and runs the subqueries in it whose value is needed
   * for the plan, which takes 10 to 100 ms; the call with parameters runs one query at a time in the whole process.
   */
  async #readBytes(query: Query): Promise<Uint8Array> {
    if (this.#closed) throw new StoreClosed();
    let session = await this.#readers.acquire(query.signal);
    const tag = randomUUID();
    const stop = () => void this.#kill(tag);
    query.signal?.addEventListener("abort", stop, { once: true });
    this.#running.add(stop);
    try {
      const settings = settingsClause({ ...settingsOf(query, "read"), log_comment: tag });
      const sql = `${withLiterals(query.sql, query.params)}\n${settings}`;
      const result = await session.queryAsync(sql, { format: "JSONEachRow" });
      query.signal?.throwIfAborted();
      return result.bytes();
    } catch (thrown) {
      session = this.#renewed(this.#readers, session);
      const error = this.#closed ? new StoreClosed() : toStoreError(thrown, query.signal?.aborted === true);
      if (error instanceof StoreDamaged && query.isRepair !== true) this.#onDamage();
      throw error;
    } finally {
      query.signal?.removeEventListener("abort", stop);
      this.#running.delete(stop);
      this.#readers.release(session);
    }
  }

  /**
   * Closes a session whose query failed, and returns another one in its place: what the engine wrote of the query would come
   * with the next one, which may be of another project.
   */
  #renewed(pool: SessionPool<Session>, session: Session): Session {
    if (this.#closed) return session;
    const other = prepared(new Session(this.#folder));
    pool.replace(session, other);
    session.close();
    return other;
  }

  /** Whether the caller, or the end of this store, stops a query. */
  #isStopped(query: Query): boolean {
    return query.signal?.aborted === true || this.#closed;
  }

  /**
   * Tries again, in another session, when the engine reports that a query was stopped though no one stopped it. This happens
   * occasionally while other queries are being stopped.
   * @throws StoreError when the engine stops each attempt: to a caller that did not stop, this is a failure
   */
  async *stream(query: Query): AsyncGenerator<RowBlock, void, void> {
    for (let attempt = 1; ; attempt += 1) {
      let hasBegun = false;
      try {
        for await (const block of this.#streamOnce(query)) {
          hasBegun = true;
          yield block;
        }
        return;
      } catch (error) {
        if (this.#isStopped(query) || !(error instanceof StoreAborted)) throw error;
        await this.#pauseAfter(query, hasBegun ? MAX_ATTEMPTS : attempt, error);
      }
    }
  }

  async *#streamOnce(query: Query): AsyncGenerator<RowBlock, void, void> {
    if (this.#closed) throw new StoreClosed();
    const acquire = () => this.#streams.acquire(query.signal);
    let session = await (this.#streams.isEmpty()
      ? this.#held.whileStopping(acquire, () => this.#addStream())
      : acquire());
    const tag = randomUUID();
    const stop = () => void this.#kill(tag);
    query.signal?.addEventListener("abort", stop, { once: true });
    this.#running.add(stop);
    let stream: ChdbQueryStream | null = null;
    let isOver = false;
    const giveBack = () => {
      if (isOver) return;
      isOver = true;
      query.signal?.removeEventListener("abort", stop);
      this.#running.delete(stop);
      stream?.cancel();
      this.#returnStream(session);
    };
    try {
      const settings = settingsClause({ ...settingsOf(query, "stream"), log_comment: tag });
      stream = session.queryStreamBind(`${query.sql}\n${settings}`, bindableParams(query.params), {
        format: "JSONEachRow",
      });
      for await (const chunk of stream) {
        query.signal?.throwIfAborted();
        const letGo = this.#held.hold(giveBack);
        try {
          yield blockOf(chunk);
        } finally {
          letGo();
        }
        if (isOver) throw new StoreReaderTimeout();
      }
      query.signal?.throwIfAborted();
    } catch (thrown) {
      const error = this.#closed ? new StoreClosed() : toStoreError(thrown, query.signal?.aborted === true);
      if (error instanceof StoreDamaged) this.#onDamage();
      if (!isOver && error instanceof StoreAborted && !this.#isStopped(query)) {
        session = this.#renewed(this.#streams, session);
      }
      throw error;
    } finally {
      giveBack();
    }
  }

  /** The engine does not notice an abort. A query that has already ended is simply not found. */
  async #kill(tag: string): Promise<void> {
    const session = await this.#controls.acquire().catch(() => null);
    if (session === null) return;
    try {
      // `tag` is a UUID generated here.
      await session.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${tag}' ASYNC`);
    } catch {
      // The query then runs until its time limit, which every query has; its reader has already left.
    } finally {
      this.#controls.release(session);
    }
  }
}

/**
 * From the fourth time on the engine compiles an expression to machine code, which takes it 0.1 to 0.3 s: longer than any of our
 * queries gains by it. It forgets what it compiled once a folder is closed. The values of a query are part of its text, which
 * may be as long as they are.
 */
function prepared(session: Session): Session {
  session.query(
    `SET compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0, max_query_size = ${MAX_QUERY_BYTES}`,
  );
  return session;
}

async function insertLines(session: Session, { table, columns, lines, token }: Insert): Promise<void> {
  await session.insert({
    table,
    columns,
    values: lines,
    format: "JSONEachRow",
    settings: {
      input_format_skip_unknown_fields: 0,
      date_time_input_format: "best_effort",
      ...(token === undefined ? {} : { insert_deduplicate: 1, insert_deduplication_token: token }),
    },
  });
}

/**
 * The engine ends inline data at the first empty line and runs the rest as a query, so binary rows cannot be inline.
 * They go through an unnamed file, whose pages are usually dropped before the system writes them to the disk.
 */
async function insertBinary(session: Session, insert: BinaryInsert, folder: string): Promise<void> {
  const { table, columns, rows, known = {} } = insert;
  const path = join(folder, `rows-to-insert-${randomUUID()}`);
  const file = await open(path, "w+", 0o600);
  try {
    await unlink(path);
    let length = 0;
    for (const part of rows) {
      for (let at = 0; at < part.length; )
        at += (await file.write(part, at, part.length - at, length + at)).bytesWritten;
      length += part.length;
    }
    const names = columns.map(({ name }) => name).join(", ");
    const into = [names, ...Object.keys(known)].join(", ");
    const values = [names, ...Object.values(known)].join(", ");
    const structure = columns.map(({ name, type }) => `${name} ${type.sql}`).join(", ");
    const source = `file(${file.fd}, 'RowBinary', '${structure.replaceAll("'", "\\'")}')`;
    await session.queryAsync(
      `INSERT INTO ${table} (${into}) SETTINGS insert_allow_materialized_columns = 1 SELECT ${values} FROM ${source}`,
    );
  } finally {
    await file.close();
  }
}

function blockOf(chunk: StreamChunk): RowBlock {
  return { rowCount: chunk.numRows, text: () => chunk.text(), rows: <Row>() => chunk.rows<Row>() };
}

const NO_SETTINGS = "<clickhouse></clickhouse>\n";

/**
 * Returns the path of an empty configuration. Without one the engine takes a `config.xml` from the folder in which the
 * process was started, whatever program that belongs to.
 */
function ownConfig(folder: string): string {
  const path = join(folder, "engine.xml");
  // A full disk keeps no service from starting that has started before.
  if (!existsSync(path) || readFileSync(path, "utf8") !== NO_SETTINGS) writeFileSync(path, NO_SETTINGS);
  return path;
}

function openFirstSession(folder: string, connectionArgs: readonly string[]): Session {
  try {
    return new Session(folder, { connectionArgs: [`--config-file=${ownConfig(folder)}`, ...connectionArgs] });
  } catch (thrown) {
    const holder = findHolder(folder);
    if (holder !== null) throw new StoreLocked(folder, holder, thrown);
    const reason = errorMessage(thrown);
    throw new StoreError(`Could not open the data folder ${folder}: ${reason}`, { cause: thrown });
  }
}

/**
 * The engine reports only "failed"; the reason goes to stderr. It writes its process id into `status`, which remains
 * when a process is killed, so the file counts only while that process runs.
 */
function findHolder(folder: string): number | null {
  const pid = readHolderPid(folder);
  if (pid === null || pid === process.pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // EPERM: the process is running and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM" ? pid : null;
  }
}

function readHolderPid(folder: string): number | null {
  try {
    const match = /^PID: (\d+)/m.exec(readFileSync(join(folder, "status"), "utf8"));
    return match?.[1] === undefined ? null : Number(match[1]);
  } catch {
    return null;
  }
}
