import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readAsideParts } from "./damaged-parts";
import { openEmbeddedStore } from "./embedded-store";
import { setMiscountedPartsAside } from "./miscounted-parts";

it("keeps a part aside that says it has no rows, which the engine would delete, and leaves empty ones to it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-miscounted-"));
  const first = openEmbeddedStore({ folder });
  await first.command(
    "CREATE TABLE notes (p UInt8, id UInt64, text String) ENGINE = MergeTree PARTITION BY p ORDER BY id",
  );
  const insert = (p: number) => first.command(`INSERT INTO notes SELECT ${p}, number, 'x' FROM numbers(40)`);
  await insert(1);
  await insert(3);
  // Leaves an empty part in its place.
  await first.command("ALTER TABLE notes DELETE WHERE p = 3 SETTINGS mutations_sync = 1");
  await insert(2);
  await first.close();
  const counts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("count.txt"),
  );
  const empty = counts.find((name) => /store.*\/3_\d+_\d+_\d+_\d+\//.test(name)) ?? "";
  expect(readFileSync(join(folder, empty), "utf8")).toBe("0");
  writeFileSync(join(folder, counts.find((name) => /store.*\/2_\d+_\d+_0\//.test(name)) ?? ""), "00");
  await setMiscountedPartsAside(folder);
  expect(existsSync(join(folder, empty))).toBe(true);
  const second = openEmbeddedStore({ folder });
  expect(await second.read({ sql: "SELECT p, toUInt8(count()) AS count FROM notes GROUP BY p" })).toEqual([
    { p: 1, count: 40 },
  ]);
  expect((await readAsideParts(second)).map(({ part }) => part)).toEqual([
    expect.stringMatching(/^broken-on-start_2_/),
  ]);
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});
