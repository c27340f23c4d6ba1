import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { damagedPartText, readDamagedParts } from "./damaged-parts";
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
