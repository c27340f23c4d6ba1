import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DamageRecords } from "./damage-records";
import { damagedPartText, readDamagedParts, setDamagedPartsAside } from "./damaged-parts";
import { openEmbeddedStore } from "./embedded-store";

it("reports rows that the engine could not read and set aside", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-damage-"));
  const first = openEmbeddedStore({ folder });
  await first.command("CREATE TABLE notes (id UInt64, text String) ENGINE = MergeTree ORDER BY id");
  for (const id of [1, 2]) {
    const lines = Buffer.from(`${JSON.stringify({ id, text: "x".repeat(500) })}\n`);
    await first.insert({ table: "notes", columns: ["id", "text"], lines });
  }
  expect(await readDamagedParts(first)).toEqual([]);
  await first.close();

  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const data = files.find((name) => name.includes("all_2_2_0") && name.endsWith("data.bin"));
  truncateSync(join(folder, data ?? ""), 5);
  const second = openEmbeddedStore({ folder });
  expect(await second.read({ sql: "SELECT id FROM notes" })).toEqual([{ id: 1 }]);
  const [damage, ...others] = await readDamagedParts(second);
  expect(others).toEqual([]);
  expect(damage).toMatchObject({ table: "notes", partCount: 1, folder: expect.stringContaining("broken") });
  expect(damage && damagedPartText(damage)).toMatch(/^1 part of the table notes \(\d+ bytes\) could not be read/);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

it("sets rows aside whose damage only a reader notices, and returns all others", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-damage-"));
  const first = openEmbeddedStore({ folder });
  await first.command("CREATE TABLE empty (id UInt64) ENGINE = MergeTree ORDER BY id");
  await first.command("CREATE TABLE notes (id UInt64, text String) ENGINE = MergeTree ORDER BY id");
  for (const id of [1, 2]) {
    const lines = Buffer.from(`${JSON.stringify({ id, text: "x".repeat(500) })}\n`);
    await first.insert({ table: "notes", columns: ["id", "text"], lines });
  }
  expect(await setDamagedPartsAside(first)).toEqual([]);
  await first.close();

  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const data = join(folder, files.find((name) => name.includes("all_2_2_0") && name.endsWith("data.bin")) ?? "");
  const bytes = readFileSync(data);
  // As long as before, which the engine does not notice when it opens the table.
  writeFileSync(data, bytes.fill(7, bytes.length >> 1));
  const second = openEmbeddedStore({ folder });
  await expect(second.read({ sql: "SELECT id, text FROM notes" })).rejects.toThrow();
  expect(await setDamagedPartsAside(second)).toMatchObject([{ table: "notes", part: "all_2_2_0" }]);
  expect(await second.read({ sql: "SELECT id FROM notes" })).toEqual([{ id: 1 }]);
  expect(await readDamagedParts(second)).toMatchObject([{ table: "notes", partCount: 1 }]);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

it("says whose rows a part had that is set aside, and of which time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-damage-"));
  const first = openEmbeddedStore({ folder });
  await first.command(`CREATE TABLE calls (project_id String, started_at DateTime64(6, 'UTC'), id UInt64, text String)
    ENGINE = MergeTree ORDER BY id SETTINGS min_bytes_for_wide_part = 1, max_compress_block_size = 4096`);
  await first.command(`INSERT INTO calls SELECT if(number < 500, 'e/a', 'e/b'),
    toDateTime64('2026-11-26 00:00:00', 6, 'UTC') + number, number, randomPrintableASCII(200) FROM numbers(1000)`);
  await first.close();

  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const data = join(folder, files.find((name) => name.includes("all_1_1_0") && name.endsWith("text.bin")) ?? "");
  const bytes = readFileSync(data);
  writeFileSync(data, bytes.fill(7, bytes.length >> 1, (bytes.length >> 1) + 20));
  const second = openEmbeddedStore({ folder });
  const found = await setDamagedPartsAside(second);
  expect(found.map(({ losses }) => losses)).toEqual([
    [
      { projectId: "e/a", rows: 500, first: "2026-11-26T00:00:00Z", last: "2026-11-26T00:08:19Z" },
      { projectId: "e/b", rows: 500, first: "2026-11-26T00:08:20Z", last: "2026-11-26T00:16:39Z" },
    ],
  ]);
  const records = await DamageRecords.open(folder);
  await records.add(found);
  expect([records.of(["e/a"]), records.of(["e/c"]), records.of([])]).toMatchObject([[{ rows: 500 }], [], []]);
  // A later start knows it, until the folder of the part is deleted.
  const later = await DamageRecords.open(folder);
  await later.refresh(second);
  expect(later.all).toEqual(records.all);
  for (const { folder: aside } of await readDamagedParts(second)) rmSync(aside, { recursive: true });
  await later.refresh(second);
  expect(later.all).toEqual([]);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});
