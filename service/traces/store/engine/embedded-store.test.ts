import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  StoreAborted,
  StoreClosed,
  StoreError,
  StoreMemoryLimit,
  StoreQueryTooLarge,
  StoreReaderTimeout,
  StoreResultLimit,
  StoreTimeout,
} from "@/service/kernel/errors/store-errors";
import { openEmbeddedStore } from "./embedded-store";
import { DURABLE_TABLE_SETTINGS, type RowBlock, type Store } from "./store";

const folder = mkdtempSync(join(tmpdir(), "heddle-store-"));
let store: Store;

beforeAll(() => {
  store = openEmbeddedStore({ folder, readers: 2, streams: 2, readerPatienceMs: 50, restingStreams: 0 });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Rows that are read as soon as they are inserted. */
const SEEN = 5;

const endless = {
  sql: "SELECT sum(sleepEachRow(0.01)) AS s FROM numbers(1000000)",
  // The engine refuses to sleep more than three seconds in one block.
  settings: { max_block_size: 10 },
};

async function runningQueries(): Promise<number> {
  const rows = await store.read<{ n: number }>({
    sql: "SELECT count() AS n FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%processes%'",
  });
  return rows[0]?.n ?? -1;
}

describe("embedded store", () => {
  it("binds parameters as values, whatever they contain", async () => {
    const text = "it's \\ \n\t\0 \u{1F600} '); DROP TABLE x; --";
    const sql =
      "SELECT {text:String} AS text, {list:Array(String)} AS list, {none:Nullable(String)} AS none, {float:Float64} AS float, toString({big:Int64}) AS big, {numbers:Array(Float64)} AS numbers, {empty:Array(String)} AS empty";
    const params = {
      text,
      list: ["a'b", "c\\d", ""],
      none: null,
      float: 1e300,
      big: 1735786800123456789n,
      numbers: [1, 2.5, 1e20],
      empty: [],
    };
    const [row] = await store.read({ sql, params });
    expect(row).toEqual({ ...params, big: "1735786800123456789" });
  });

  it("separates the parameters of queries that run at the same time", async () => {
    const request = Array.from({ length: 20 }, (_, i) => i);
    const answers = await Promise.all(
      request.map(async (i) => {
        const sql = "SELECT {i:UInt32} AS i, {s:String} AS s, sleep(0.01) AS z";
        return (await store.read<{ i: number; s: string }>({ sql, params: { i, s: `s${i}` } }))[0];
      }),
    );
    expect(answers.map((row) => [row?.i, row?.s])).toEqual(request.map((i) => [i, `s${i}`]));
  });

  it("shows an inserted row to the next read in another session", async () => {
    await store.command(
      `CREATE TABLE seen (id UInt64, text String) ENGINE = MergeTree ORDER BY id SETTINGS ${DURABLE_TABLE_SETTINGS}`,
    );
    for (let id = 0; id < SEEN; id += 1) {
      const lines = Buffer.from(`${JSON.stringify({ id, text: `é "${id}"\n` })}\n`);
      await store.insert({ table: "seen", columns: ["id", "text"], lines });
      const sql = "SELECT text FROM seen WHERE id = {id:UInt64}";
      expect(await store.read({ sql, params: { id } })).toEqual([{ text: `é "${id}"\n` }]);
    }
  });

  it("names the error of a refused insert and accepts the next one", async () => {
    await store.command("CREATE TABLE narrow (id UInt64) ENGINE = MergeTree ORDER BY id");
    const bad = { table: "narrow", columns: ["id"], lines: Buffer.from('{"id":"no number"}\n') };
    await expect(store.insert(bad)).rejects.toThrow(StoreError);
    await store.insert({ ...bad, lines: Buffer.from('{"id":3}\n') });
    expect(await store.read({ sql: "SELECT id FROM narrow" })).toEqual([{ id: 3 }]);
  });

  it("streams blocks of rows and lets a reader stop early", async () => {
    let rows = 0;
    for await (const block of store.stream({ sql: "SELECT number AS n FROM numbers(100000)" })) {
      expect(block.rowCount).toBeLessThanOrEqual(1000);
      expect(block.text().endsWith("}\n")).toBe(true);
      rows += block.rows<{ n: number }>().length;
      if (rows >= 5000) break;
    }
    expect(rows).toBe(5000);
    expect(await store.read({ sql: "SELECT 1 AS one" })).toEqual([{ one: 1 }]);
  });

  it("answers a short read while every stream waits for its reader", async () => {
    const sql = "SELECT number AS n, repeat('x', 1000) AS text FROM numbers(100000)";
    const open = [store.stream({ sql }), store.stream({ sql })].map((stream) => stream[Symbol.asyncIterator]());
    for (const iterator of open) await iterator.next();
    expect(await store.read({ sql: "SELECT 1 AS one" })).toEqual([{ one: 1 }]);
    for (const iterator of open) await iterator.return?.();
  });

  it("ends an unread stream when another needs its slot, and notifies its reader", async () => {
    const sql = "SELECT number AS n, repeat('x', 1000) AS text FROM numbers(10000)";
    const sleeping = [store.stream({ sql }), store.stream({ sql })].map((stream) => stream[Symbol.asyncIterator]());
    const firsts: (RowBlock | undefined)[] = [];
    for (const iterator of sleeping) firsts.push((await iterator.next()).value ?? undefined);
    let rows = 0;
    for await (const block of store.stream({ sql })) rows += block.rowCount;
    expect(rows).toBe(10_000);
    for (const block of firsts) expect(block?.rows()[0]).toMatchObject({ n: 0 });
    const [longest, other] = sleeping;
    await expect(longest?.next()).rejects.toThrow(StoreReaderTimeout);
    expect((await other?.next())?.done).toBe(false);
    await other?.return?.();
  });

  it("stops the engine when the caller aborts", async () => {
    const abort = new AbortController();
    const reading = store.read({ ...endless, signal: abort.signal });
    const outcome = expect(reading).rejects.toThrow(StoreAborted);
    await expect.poll(runningQueries).toBe(1);
    abort.abort();
    await outcome;
    await expect.poll(runningQueries).toBe(0);
  });

  it("retries when the engine stops a query that no one cancelled", async () => {
    const sql = "SELECT sum(sleepEachRow(0.01)) AS asked_again FROM numbers(200)";
    const running = "FROM system.processes WHERE query LIKE '%asked_again%' AND query NOT LIKE '%processes%'";
    const reading = store.read({ sql, settings: { max_block_size: 10 } });
    const ids = async () =>
      (await store.read<{ id: string }>({ sql: `SELECT query_id AS id ${running}` })).map(({ id }) => id);
    await expect.poll(ids).toHaveLength(1);
    const [first] = await ids();
    await store.command(`KILL QUERY WHERE query_id = '${first}' ASYNC`);
    expect(await reading).toEqual([{ asked_again: 0 }]);
  });

  it("reports a failure, not a query that its caller stopped, when the engine stops every attempt", async () => {
    const sql = "SELECT sum(sleepEachRow(0.01)) AS stopped_always FROM numbers(2000)";
    const running = "FROM system.processes WHERE query LIKE '%stopped_always%' AND query NOT LIKE '%processes%'";
    const outcome = store.read({ sql, settings: { max_block_size: 10 } }).catch((error: unknown) => error);
    let isOver = false;
    void outcome.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const rows = await store.read<{ id: string }>({ sql: `SELECT query_id AS id ${running}` });
      for (const { id } of rows) await store.command(`KILL QUERY WHERE query_id = '${id}' ASYNC`);
    }
    const error = await outcome;
    expect(error).not.toBeInstanceOf(StoreAborted);
    const message = /^The engine stopped the query by itself, at attempt 6\. Its latest errors: QUERY_WAS_CANCELLED/;
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(await store.read({ sql: "SELECT 1 AS one" })).toEqual([{ one: 1 }]);
  });

  it("drops a waiting query that is aborted before its turn", async () => {
    const abort = new AbortController();
    const busy = [0, 1].map(() => store.read({ ...endless, signal: abort.signal }));
    const outcome = Promise.allSettled(busy);
    const waiting = new AbortController();
    const refused = expect(store.read({ sql: "SELECT 1", signal: waiting.signal })).rejects.toThrow(StoreAborted);
    waiting.abort();
    await refused;
    abort.abort();
    await outcome;
  });

  it("limits time, memory and rows, and names the limit that was reached", async () => {
    await expect(store.read({ ...endless, timeoutMs: 100 })).rejects.toThrow(StoreTimeout);
    const sql = "SELECT uniqExact(toString(number)) FROM numbers(5000000)";
    await expect(store.read({ sql, settings: { max_memory_usage: 20_000_000 } })).rejects.toThrow(StoreMemoryLimit);
    await expect(
      store.read({ sql: "SELECT number FROM numbers(100000)", settings: { max_result_rows: 1000 } }),
    ).rejects.toThrow(StoreResultLimit);
  });

  it("reports a query as too large when retrying cannot help", async () => {
    const long = Array.from({ length: 40_000 }, (_, at) => `number = ${at}`).join(" OR ");
    await expect(store.read({ sql: `SELECT 1 FROM numbers(1) WHERE ${long}` })).rejects.toThrow(StoreQueryTooLarge);
    const deep = `${"NOT (".repeat(5000)}true${")".repeat(5000)}`;
    await expect(store.read({ sql: `SELECT 1 FROM numbers(1) WHERE ${deep}` })).rejects.toThrow(StoreQueryTooLarge);
  });

  it("never lets a read reach the file system", async () => {
    await expect(store.read({ sql: "SELECT * FROM file('/etc/passwd', 'LineAsString')" })).rejects.toThrow(StoreError);
  });

  it("reports an error in the middle of a stream", async () => {
    let rows = 0;
    const read = async () => {
      const sql = "SELECT throwIf(number = 2500, 'broken row') AS x FROM numbers(5000)";
      for await (const block of store.stream({ sql })) rows += block.rowCount;
    };
    await expect(read()).rejects.toThrow("broken row");
    // The engine works ahead of the reader, so the number of blocks before the error may vary.
    expect(rows).toBeLessThanOrEqual(2000);
  });

  it("reads nothing of a statement that failed in the middle, whichever session read it", async () => {
    const failing = "SELECT number AS n, throwIf(number = 150000) FROM numbers(300000)";
    const settings = { max_block_size: 1000, max_threads: 1 };
    await expect(store.read({ sql: failing, settings, isRepair: true })).rejects.toThrow(StoreError);
    const reads = [1, 2].map((n) => store.read({ sql: `SELECT ${n} AS n` }));
    expect(await Promise.all(reads)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  it("tells a second process which folder is in use and by which process", () => {
    const chdb = createRequire(import.meta.url).resolve("chdb");
    const script = `try { new (require(${JSON.stringify(chdb)}).Session)(${JSON.stringify(folder)}) } catch { process.exit(3) }`;
    expect(spawnSync(process.execPath, ["-e", script]).status).toBe(3);
    const tsx = createRequire(import.meta.url).resolve("tsx/cli");
    const opener = join(import.meta.dirname, "../testing/open-store.ts");
    const second = spawnSync(process.execPath, [tsx, opener, folder], { encoding: "utf8" });
    expect(second.stdout).toContain(`StoreLocked: The data folder ${folder} is in use by process ${process.pid}.`);
  });

  it("ignores a config.xml of another program in the folder in which it is started", () => {
    const started = mkdtempSync(join(tmpdir(), "heddle-started-"));
    writeFileSync(join(started, "config.xml"), "not the engine's <");
    const tsx = createRequire(import.meta.url).resolve("tsx/cli");
    const root = join(import.meta.dirname, "../../../..");
    const opener = join(import.meta.dirname, "../testing/open-store.ts");
    const args = [tsx, "--tsconfig", join(root, "tsconfig.json"), opener, join(started, "traces")];
    const opened = spawnSync(process.execPath, args, { encoding: "utf8", cwd: started });
    rmSync(started, { recursive: true, force: true });
    expect(opened.stdout).toBe("opened\n");
  });

  it("stops running queries when it closes and refuses later ones", async () => {
    const reading = store.read(endless);
    const outcome = expect(reading).rejects.toThrow(StoreClosed);
    await expect.poll(runningQueries).toBe(1);
    await store.close();
    await outcome;
    await expect(store.read({ sql: "SELECT 1" })).rejects.toThrow(StoreClosed);
    store = openEmbeddedStore({ folder });
    expect(await store.read({ sql: "SELECT count() AS n FROM seen" })).toEqual([{ n: SEEN }]);
  });
});
