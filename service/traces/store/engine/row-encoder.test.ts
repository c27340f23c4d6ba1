import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoreError } from "@/service/kernel/errors/store-errors";
import { sized } from "@/test/setup/test-length";
import { openEmbeddedStore } from "./embedded-store";
import { jsonLine } from "./json-line";
import {
  type BinaryColumn,
  FLOAT64,
  INT64,
  listOf,
  nullable,
  RowEncoder,
  type RowValue,
  TEXT,
  TIME,
  UINT8,
  UINT32,
  UINT64,
} from "./row-encoder";
import type { Store } from "./store";

/** Enough for every piece of text in every column. */
const ROWS = sized({ once: 500, all: 3_000 });
const folder = mkdtempSync(join(tmpdir(), "heddle-rows-"));
let store: Store;

const COLUMNS: readonly BinaryColumn[] = [
  { name: "id", type: UINT32 },
  { name: "name", type: TEXT },
  { name: "body", type: TEXT },
  { name: "note", type: nullable(TEXT) },
  { name: "kind", type: UINT8 },
  { name: "size", type: UINT64 },
  { name: "step", type: nullable(INT64) },
  { name: "score", type: FLOAT64 },
  { name: "at", type: TIME },
  { name: "ended", type: nullable(TIME) },
  { name: "refs", type: listOf(TEXT) },
];

const definition = COLUMNS.map(({ name, type }) =>
  name === "name" ? "name LowCardinality(String)" : `${name} ${type.sql}`,
).join(", ");

beforeAll(async () => {
  store = openEmbeddedStore({ folder, readers: 2, streams: 1 });
  for (const table of ["as_lines", "as_binary", "single"]) {
    await store.command(`CREATE TABLE ${table} (${definition}) ENGINE = MergeTree ORDER BY id`);
  }
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A generator of the same numbers in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = [
  ..."abc\"'\\ \t\r\n\0\u001f\u007f\u0080\u07ff\u0800\uffff",
  "\u{1F600}",
  "\ud800",
  "\udc00",
  "\n\n",
  "\n\nDROP TABLE as_binary;\n\n",
];

function rowsOf(count: number): RowValue[][] {
  const random = makeRandom(7);
  const text = (longest: number) =>
    Array.from({ length: random(longest) }, () => PIECES[random(PIECES.length)]).join("");
  const days = ["1900-01-02", "1969-12-31", "1970-01-01", "2024-02-29", "2025-11-20", "2299-12-29"];
  const time = () =>
    `${days[random(days.length)]} 2${random(4)}:0${random(10)}:59.${String(random(1e6)).padStart(6, "0")}`;
  const steps = [null, 0, -1, 2 ** 40, -(2 ** 40), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  return Array.from({ length: count }, (_, id) => [
    id,
    text(3),
    // Around the lengths at which one more byte of length is needed.
    text([4, 40, 60, 200, 9000][random(5)] ?? 4),
    random(2) ? null : text(130),
    random(256),
    random(2 ** 32) * random(2 ** 20),
    steps[random(steps.length)] ?? null,
    random(1e9) / 7,
    time(),
    random(2) ? null : time(),
    Array.from({ length: random(4) }, () => text(5)),
  ]);
}

function encoded(rows: readonly (readonly RowValue[])[]): Uint8Array[] {
  const encoder = new RowEncoder(COLUMNS);
  for (const row of rows) encoder.add(row);
  return [encoder.bytes()];
}

describe("rows in the engine's binary format", () => {
  it("are stored like the same rows as lines of JSON", async () => {
    const rows = rowsOf(ROWS);
    const lines = rows.map((row) => jsonLine(Object.fromEntries(COLUMNS.map(({ name }, at) => [name, row[at]]))));
    const columns = COLUMNS.map(({ name }) => name);
    await store.insert({ table: "as_lines", columns, lines: Buffer.from(lines.join("")) });
    await store.insert({ table: "as_binary", columns: COLUMNS, rows: encoded(rows) });
    const all = (table: string) => store.read({ sql: `SELECT *, toString(size) AS digits FROM ${table} ORDER BY id` });
    expect(await all("as_binary")).toEqual(await all("as_lines"));
    expect(await all("as_binary")).toHaveLength(ROWS);
  });

  it("take text as bytes, which may be any", async () => {
    const body = Buffer.from([0, 10, 10, 255, 128, 10, 10]);
    const row = [1, "", body, null, 0, 0, null, 0, "2025-11-20 10:00:00.000001", null, []];
    await store.insert({ table: "single", columns: COLUMNS, rows: encoded([row]) });
    expect(await store.read({ sql: "SELECT hex(body) AS body, toString(at) AS at FROM single" })).toEqual([
      { body: "000A0AFF800A0A", at: "2025-11-20 10:00:00.000001" },
    ]);
  });

  it("are refused as a whole when they are cut, and leave no file", async () => {
    const rows = encoded(rowsOf(200));
    const cut = rows.map((part) => part.subarray(0, part.length - 3));
    await expect(store.insert({ table: "cut", columns: COLUMNS, rows: cut })).rejects.toThrow(StoreError);
    await store.command(`CREATE TABLE cut (${definition}) ENGINE = MergeTree ORDER BY id`);
    await expect(store.insert({ table: "cut", columns: COLUMNS, rows: cut })).rejects.toThrow(StoreError);
    expect(await store.read({ sql: "SELECT count() AS n FROM cut" })).toEqual([{ n: 0 }]);
    expect(readdirSync(folder)).not.toContain("rows-to-insert");
  });

  it("fail before they are sent when a value does not fit its column", () => {
    const encoder = new RowEncoder([{ name: "n", type: UINT8 }]);
    expect(() => encoder.add(["1"])).toThrow("A column of type UInt8 cannot hold string.");
    expect(() => encoder.add([null])).toThrow("A column of type UInt8 cannot hold null.");
    expect(() => encoder.add([1, 2])).toThrow("A row has 2 values for 1 columns.");
  });
});
