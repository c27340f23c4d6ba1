import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
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
