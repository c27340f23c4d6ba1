import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { StoreClosed } from "@/service/kernel/errors/store-errors";
import { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { readAsideParts, setPartAside } from "@/service/traces/store/engine/damaged-parts";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { DURABLE_TABLE_SETTINGS, type Store } from "@/service/traces/store/engine/store";
import type { SalvageStep } from "@/service/traces/store/salvage/attach-copies";
import { createTables } from "@/service/traces/store/schema/create-tables";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { createRollupTables } from "@/service/traces/store/schema/schema-rollups";
import { setAside, setMiscountedAside } from "./damage-watch";
import { beginSalvage, salvageAtStart, salvageWhileRunning } from "./salvage-aside";

// The test starts a real engine, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROWS = 2000;
const log = pino({ level: "silent" });

/** Of each kind of file of a part: one, and how many rows are lost when a byte of it changes. */
const KINDS: readonly (readonly [kind: string, file: RegExp, lost: "none" | "some" | "all"])[] = [
  ["data", /^text\.bin$/, "some"],
  ["projects", /^project_id(?:\.dict)?\.bin$/, "some"],
  ["computed data", /^size\.bin$/, "none"],
  ["marks", /^text\.c?mrk\d?$/, "all"],
  ["primary index", /^primary\.c?idx$/, "none"],
  ["checksums", /^checksums\.txt$/, "none"],
  ["columns", /^columns\.txt$/, "none"],
  ["count", /^count\.txt$/, "none"],
  ["codec", /^default_compression_codec\.txt$/, "none"],
  ["minmax", /^minmax_generation\.idx$/, "none"],
  ["partition", /^partition\.dat$/, "none"],
  ["skip index", /^skp_idx_text_bloom\.c?idx\d?$/, "none"],
  ["projection", /^by_id\.proj$/, "none"],
];

let folder: string;
const parts = new Map<string, string>();

const tableOf = (kind: string) => `of_${kind.replaceAll(" ", "_")}`;
const STEPS: readonly SalvageStep[] = ["copied", "noted", "moved", "attached", "done"];
const KILLED = [...STEPS, "on its way"].map((step) => `killed ${step}`);
const OTHERS = ["merged", "whole"];
const TABLES = [...KINDS.map(([kind]) => kind), ...KILLED, ...OTHERS].map(tableOf);

const COLUMNS = "project_id, started_at, id, generation, text";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-salvage-"));
  const store = openEmbeddedStore({ folder });
  await store.command(`CREATE TABLE origin (
    project_id LowCardinality(String), started_at DateTime64(6, 'UTC'), id UInt64, generation UInt32, text String,
    size UInt64 MATERIALIZED length(text),
    INDEX text_bloom text TYPE bloom_filter GRANULARITY 1,
    PROJECTION by_id (SELECT project_id, id ORDER BY id),
    PROJECTION by_time (SELECT project_id, started_at ORDER BY started_at)
  ) ENGINE = MergeTree PARTITION BY generation ORDER BY (project_id, started_at, id)
  SETTINGS index_granularity = 64, min_bytes_for_wide_part = 1, max_compress_block_size = 4096,
    min_compress_block_size = 1024, ${DURABLE_TABLE_SETTINGS}`);
  await store.command(`INSERT INTO origin (${COLUMNS}) SELECT if(number < 700, 'e/a', 'e/b'),
    toDateTime64('2026-11-26 00:00:00', 6, 'UTC') + number, number, 0, randomPrintableASCII(200) FROM numbers(${ROWS})`);
  for (const table of TABLES) {
    await store.command(`CREATE TABLE ${table} AS origin`);
    for (const half of [0, 1])
      await store.command(`INSERT INTO ${table} (${COLUMNS}) SELECT ${COLUMNS} FROM origin WHERE id % 2 = ${half}`);
    await store.command(`OPTIMIZE TABLE ${table} FINAL`);
  }
  const active = await store.read<{ table: string; path: string }>({
    sql: "SELECT table, path FROM system.parts WHERE database = currentDatabase() AND active AND startsWith(table, 'of_')",
  });
  for (const { table, path } of active) parts.set(table, path.replace(/\/$/, ""));
  await store.close();
  // The engine would return to the parts that were merged, which it keeps for some minutes.
  for (const [table, path] of parts) if (table !== tableOf("merged")) dropOthers(path);
  for (const [kind, file] of KINDS) flip(kind, file);
  for (const kind of KILLED) flip(kind, /^text\.bin$/);
  flip("merged", /^checksums\.txt$/);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dropOthers(part: string): void {
  for (const name of readdirSync(dirname(part)))
    if (/^0_\d+_\d+_\d+$/.test(name) && name !== basename(part)) rmSync(join(dirname(part), name), { recursive: true });
}

/** Changes one byte in the middle of a file of a table's part. */
function flip(kind: string, file: RegExp): void {
  const part = parts.get(tableOf(kind)) ?? "";
  let path = join(part, readdirSync(part).find((name) => file.test(name)) ?? kind);
  if (statSync(path).isDirectory()) path = join(path, readdirSync(path).find((name) => name.endsWith(".bin")) ?? kind);
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 4;
  writeFileSync(path, bytes);
}

/** What a table has, and what it lacks by itself and by its marks. */
async function stateOf(store: Store, records: DamageRecords, table: string) {
  const [read] = await store.read<{ rows: number; distinct: number; right: number; counted: number }>({
    sql: `SELECT count() AS rows, uniqExact(id) AS distinct,
  countIf((${COLUMNS}, size) IN (SELECT ${COLUMNS}, size FROM origin)) AS right,
  (SELECT count() FROM ${table}) AS counted FROM (SELECT ${COLUMNS}, size FROM ${table})`,
  });
  const lacking = await store.read({
    sql: `SELECT project_id, toUInt64(count()) AS rows, formatDateTime(min(started_at), '%Y-%m-%dT%H:%i:%SZ') AS first,
  formatDateTime(max(started_at), '%Y-%m-%dT%H:%i:%SZ') AS last
FROM origin WHERE id NOT IN (SELECT id FROM ${table}) GROUP BY project_id ORDER BY project_id`,
  });
  const marked = records.all.filter((each) => each.table === table).map(({ table: _, ...loss }) => loss);
  return { read, lacking, marked };
}

const sumOf = (losses: readonly { rows: number | null }[]) => losses.reduce((sum, { rows }) => sum + (rows ?? 0), 0);

describe("one changed byte in a large part", () => {
  let store: Store;
  let records: DamageRecords;
  beforeAll(async () => {
    store = openEmbeddedStore({ folder });
    records = await DamageRecords.open(folder);
    await salvageAtStart(store, { log, records });
    await setMiscountedAside(store, log, records);
    await expectNoMarkOfKilled();
    await setAside(tablesOnly(store), log, records);
    await records.refresh(store);
  });
  afterAll(() => store.close());

  /** The check leaves out the tables of other tests. */
  const tablesOnly = (all: Store): Store =>
    new Proxy(all, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== "read") return typeof value === "function" ? value.bind(target) : value;
        return async (query: { sql: string }) => {
          const rows = (await target.read(query)) as { table?: string }[];
          const isList = query.sql.includes("FROM system.parts") && query.sql.includes("name AS part");
          return isList ? rows.filter(({ table = "" }) => !table.startsWith("of_killed")) : rows;
        };
      },
    });

  async function expectNoMarkOfKilled(): Promise<void> {
    expect(records.all.filter(({ table }) => table.startsWith("of_killed"))).toEqual([]);
  }

  it.each(KINDS)("of its %s loses no row that can be read, and none without a mark", async (kind, _file, lost) => {
    const { read, lacking, marked } = await stateOf(store, records, tableOf(kind));
    const rows = read?.rows ?? 0;
    expect(read).toEqual({ rows, distinct: rows, right: rows, counted: rows });
    expect(rows + sumOf(marked)).toBe(ROWS);
    // Whose rows they are is known, unless that is what was damaged.
    if (kind !== "projects") expect(marked).toEqual(lacking);
    if (lost === "none") expect(rows).toBe(ROWS);
    if (lost === "all") expect(rows).toBe(0);
    if (lost === "some") {
      // A block of a small column has the rows of many granules.
      expect(rows).toBeGreaterThan(ROWS * (kind === "projects" ? 0.2 : 0.8));
      expect(rows).toBeLessThan(ROWS);
    }
  });

  it("leaves the parts that it was merged from, where they are still there, and doubles none of their rows", async () => {
    const { read, marked } = await stateOf(store, records, tableOf("merged"));
    expect([read, marked]).toEqual([{ rows: ROWS, distinct: ROWS, right: ROWS, counted: ROWS }, []]);
  });

  it("leaves nothing aside of a part of which everything was saved, and nothing of the tables with copies", async () => {
    const aside = new Set((await readAsideParts(store)).map(({ table }) => table));
    const lossy = KINDS.filter(([, , lost]) => lost !== "none").map(([kind]) => tableOf(kind));
    expect([...aside].sort()).toEqual(lossy.sort());
    const left = await store.read({ sql: "SELECT name FROM system.tables WHERE startsWith(name, 'salvage_')" });
    expect(left).toEqual([]);
  });
});

describe("a salvage that is killed", () => {
  let store: Store;
  beforeAll(() => {
    store = openEmbeddedStore({ folder });
  });
  afterAll(() => store.close());

  async function killedAfter(table: string, step: SalvageStep): Promise<void> {
    const records = await DamageRecords.open(folder);
    const part = basename(parts.get(table) ?? "");
    const found = await setPartAside(store, { table, part }, "checksum");
    const begun = await beginSalvage(store, found);
    await records.add([found]);
    if (begun === null) throw new Error("The part does not lie aside.");
    const onStep = async (reached: SalvageStep) => {
      if (reached === step) throw new StoreClosed();
    };
    await expect(salvageWhileRunning(store, begun, { log, records, onStep })).rejects.toThrow(StoreClosed);
  }

  async function expectSaved(table: string): Promise<void> {
    const records = await DamageRecords.open(folder);
    await salvageAtStart(store, { log, records });
    const { read, lacking, marked } = await stateOf(store, records, table);
    const rows = read?.rows ?? 0;
    expect(read).toEqual({ rows, distinct: rows, right: rows, counted: rows });
    expect(rows).toBeGreaterThan(ROWS * 0.8);
    expect(rows + sumOf(marked)).toBe(ROWS);
    expect(marked).toEqual(lacking);
  }

  it.each(STEPS)("when it has %s is ended by the next start, without a row twice or missing", async (step) => {
    const table = tableOf(`killed ${step}`);
    await killedAfter(table, step);
    await expectSaved(table);
  });

  it("while the engine takes the copy in is ended by the next start", async () => {
    const table = tableOf("killed on its way");
    await killedAfter(table, "moved");
    const detached = join(dirname(parts.get(table) ?? ""), "detached");
    const copy = readdirSync(detached).find((name) => /^0_\d{10,}_/.test(name)) ?? "";
    renameSync(join(detached, copy), join(detached, `attaching_${copy}`));
    await expectSaved(table);
  });
});

describe("rows that came or went while a part lay aside", () => {
  let store: Store;
  let own: string;
  beforeAll(async () => {
    own = mkdtempSync(join(tmpdir(), "heddle-salvage-"));
    store = openEmbeddedStore({ folder: own });
  });
  afterAll(async () => {
    await store.close();
    rmSync(own, { recursive: true, force: true });
  });
  afterEach(() => vi.restoreAllMocks());

  const partOf = async (table: string) =>
    (
      await store.read<{ name: string }>({
        sql: `SELECT name FROM system.parts WHERE database = currentDatabase() AND table = '${table}' AND active`,
      })
    )[0]?.name ?? "";

  async function asideDuring(table: string, change: () => Promise<void>): Promise<void> {
    const records = await DamageRecords.open(own);
    const found = await setPartAside(store, { table, part: await partOf(table) }, "checksum");
    const begun = await beginSalvage(store, found);
    await change();
    if (begun !== null) await salvageWhileRunning(store, begun, { log, records });
  }

  it("are not replaced by older ones in a table in which the last stored row counts", async () => {
    await store.command(`CREATE TABLE names (project_id String, id UInt64, name String) ENGINE = ReplacingMergeTree
      ORDER BY (project_id, id) SETTINGS ${DURABLE_TABLE_SETTINGS}`);
    await store.command("INSERT INTO names SELECT 'e/a', number, 'old' FROM numbers(3)");
    await asideDuring("names", () => store.command("INSERT INTO names VALUES ('e/a', 1, 'new')"));
    expect(await store.read({ sql: "SELECT id, name FROM names FINAL ORDER BY id" })).toEqual([
      { id: 0, name: "old" },
      { id: 1, name: "new" },
      { id: 2, name: "old" },
    ]);
  });

  it("do not come back when retention removed them", async () => {
    await createTables(store, callTables("embedded"));
    await store.command(`INSERT INTO call_rows (project_id, started_at, id, trace_id, commit_number)
      SELECT 'e/a', toDateTime64('2026-11-26 00:00:00', 6, 'UTC') + number, toString(number), toString(number), 1 FROM numbers(4)`);
    await asideDuring("call_rows", async () => {
      await store.command(`INSERT INTO removals (removal, project_id, before, commit_number, calls, removed_at, is_done)
        VALUES (1, 'e/a', '2026-11-26 00:00:02', 9, 1, now64(3) + 1, 1)`);
      await store.command("INSERT INTO removed_calls VALUES (1, '1')");
    });
    // The call 0 is older too, but belongs to a trace that was kept.
    expect(await store.read({ sql: "SELECT id FROM call_rows ORDER BY id" })).toEqual(
      ["0", "2", "3"].map((id) => ({ id })),
    );
  });

  it("are in no sum twice: sums are dropped at the next start, and computed again from the calls", async () => {
    await createRollupTables(store);
    await store.command("INSERT INTO call_rollups (project_id, calls) VALUES ('e/a', 3)");
    await asideDuring("call_rollups", async () => undefined);
    const aside = async () => (await readAsideParts(store)).filter(({ table }) => table === "call_rollups").length;
    expect(await aside()).toBe(1);
    await salvageAtStart(store, { log, records: await DamageRecords.open(own) });
    expect(await aside()).toBe(0);
    await createRollupTables(store);
    expect(await store.read({ sql: "SELECT toUInt8(count()) AS n FROM call_rollups" })).toEqual([{ n: 0 }]);
  });
});
