import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DamageRecords } from "./damage-records";
import type { AsidePart, SetAside } from "./damaged-parts";
import type { Store } from "./store";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "damage-records-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const partOf = (part: string): AsidePart => ({ table: "call_rows", part, folder });

/** A store with these parts aside, which answers when it is let. */
function storeWith(parts: readonly AsidePart[], answers: Promise<void> = Promise.resolve()): Store {
  const read = async () => {
    await answers;
    return parts;
  };
  return { read } as unknown as Store;
}

const foundIn = (part: string): SetAside => ({
  ...{ table: "call_rows", part, reason: "checksum" },
  losses: [{ projectId: "a/b", rows: 40, first: null, last: null }],
});

const projects = (records: DamageRecords) => records.all.map(({ project_id: project }) => project);

it("name the project of a part that was looked at between being set aside and being noted, once", async () => {
  const records = await DamageRecords.open(folder);
  await records.refresh(storeWith([partOf("1")]));
  expect(projects(records)).toEqual([null]);
  await records.add([foundIn("1")]);
  expect(projects(records)).toEqual(["a/b"]);
});

it("keep what is noted while it is looked at what lies aside, before or after the answer", async () => {
  for (const parts of [[], [partOf("1")]]) {
    const records = await DamageRecords.open(mkdtempSync(join(folder, "one-")));
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const refreshed = records.refresh(storeWith(parts, promise));
    await records.add([foundIn("1")]);
    resolve();
    await refreshed;
    expect(projects(records)).toEqual(["a/b"]);
  }
});

it("forget a part that no longer lies aside, also after a start", async () => {
  const records = await DamageRecords.open(folder);
  await records.add([foundIn("1"), foundIn("2")]);
  const later = await DamageRecords.open(folder);
  expect(projects(later)).toEqual(["a/b", "a/b"]);
  await later.refresh(storeWith([partOf("2")]));
  expect(projects(await DamageRecords.open(folder))).toEqual(["a/b"]);
});
