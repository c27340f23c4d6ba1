import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { DURABLE_TABLE_SETTINGS, type Store } from "@/service/traces/store/engine/store";
import { mendParts } from "./mend-parts";

// The test starts a real engine twice, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Of each file what is changed in it: the first byte of a text, or the first byte of all. */
const CHANGES: readonly (readonly [name: string, file: string, text: string])[] = [
  ["column", "columns.txt", "text`"],
  ["time", "columns.txt", "6, 'UTC'"],
  ["stream", "columns_substreams.txt", "text.size"],
  ["sparse", "columns_substreams.txt", "sparse.idx"],
  ["kind", "serialization.json", "Sparse"],
  ["version", "serialization.json", '1},"version"'],
  ["range", "minmax_generation.idx", ""],
  ["projection", "by_id.proj/columns.txt", "id` UInt64"],
];

const FORMS = [
  ["compact", "min_bytes_for_wide_part = 1000000000"],
  ["wide", "min_bytes_for_wide_part = 1"],
] as const;

const ALL = FORMS.flatMap(([form]) => CHANGES.map(([name, file]) => [form, name, file] as const));

let folder: string;
const parts = new Map<string, string>();
const before = new Map<string, unknown>();
let mended: readonly { readonly folder: string; readonly files: readonly string[] }[];
let store: Store;

/** All that a table has, also by the column of its partition and by a projection. */
const contentOf = async (from: Store, table: string) => [
  ...(await from.read({
    sql: `SELECT count() AS rows, groupBitXor(cityHash64(project_id, started_at, id, generation, text, note)) AS hash FROM ${table}`,
  })),
  ...(await from.read({ sql: `SELECT count() AS open FROM ${table} WHERE generation = 3` })),
  ...(await from.read({ sql: `SELECT project_id FROM ${table} WHERE id = 17` })),
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-mend-"));
  const first = openEmbeddedStore({ folder });
  for (const [form, setting] of FORMS) {
    for (const [name] of CHANGES) {
      const table = `${form}_${name}`;
      await first.command(`CREATE TABLE ${table} (
        project_id LowCardinality(String), started_at DateTime64(6, 'UTC'), id UInt64, generation UInt32, text String, note String,
        PROJECTION by_id (SELECT project_id, id ORDER BY id)
      ) ENGINE = MergeTree PARTITION BY generation ORDER BY (project_id, started_at)
      SETTINGS ${setting}, ${DURABLE_TABLE_SETTINGS}`);
      await first.command(`INSERT INTO ${table} SELECT 'e/a', toDateTime64('2026-11-26 00:00:00', 6, 'UTC') + number,
        number, 3, concat('text ', toString(number)), '' FROM numbers(300)`);
      before.set(table, await contentOf(first, table));
    }
  }
  const active = await first.read<{ table: string; path: string }>({
    sql: "SELECT table, path FROM system.parts WHERE database = currentDatabase() AND active",
  });
  for (const { table, path } of active) parts.set(table, path.replace(/\/$/, ""));
  await first.close();
  for (const [form, name, file] of ALL)
    damage(`${form}_${name}`, file, CHANGES.find((each) => each[0] === name)?.[2] ?? "");
  mended = await mendParts(folder);
  store = openEmbeddedStore({ folder });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function damage(table: string, file: string, text: string): void {
  const path = join(parts.get(table) ?? "", file);
  const bytes = readFileSync(path);
  const at = bytes.indexOf(text);
  expect(at, `${text} in ${path}`).toBeGreaterThanOrEqual(0);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

it.each(ALL)(
  "mends a %s part in which one byte about its %s changed, before the engine reads it",
  async (form, name, file) => {
    const table = `${form}_${name}`;
    expect(
      mended.filter(({ folder: own }) => own.startsWith(`${parts.get(table)}`)).flatMap(({ files }) => files),
    ).toEqual([file.replace("by_id.proj/", "")]);
    expect(await contentOf(store, table)).toEqual(before.get(table));
    const checks = await store.read<{ is_passed: number }>({
      sql: `CHECK TABLE ${table}`,
      isRepair: true,
      settings: { check_query_single_value_result: 0 },
    });
    expect(checks.every(({ is_passed: isPassed }) => isPassed === 1)).toBe(true);
  },
);

it("leaves whole parts, and says what it cannot mend", async () => {
  const other = mkdtempSync(join(tmpdir(), "heddle-mend-"));
  expect(await mendParts(join(other, "absent"))).toEqual([]);
  const text = "columns format version: 2\n";
  const path = join(parts.get("compact_column") ?? "", "columns.txt");
  const kept = readFileSync(path);
  writeFileSync(path, text);
  expect(await mendParts(folder)).toEqual([{ folder: parts.get("compact_column"), files: [] }]);
  expect(readFileSync(path, "utf8")).toBe(text);
  writeFileSync(path, kept);
  expect(existsSync(`${path}.partial`)).toBe(false);
  expect(readdirSync(other)).toEqual([]);
  rmSync(other, { recursive: true, force: true });
});
