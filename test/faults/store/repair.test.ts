import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { v7 as uuid7 } from "uuid";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { backupCommand } from "@/scripts/commands/backup-command";
import { collector } from "@/scripts/commands/testing/collector";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { StoredService } from "./stored-service";

// The test starts a real service several times, possibly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const PROJECT = "faults/repair";

let folder: string;
let scratch: string;
beforeEach(() => {
  folder = StoredService.createFolder();
  scratch = mkdtempSync(join(tmpdir(), "heddle-repair-"));
});
afterEach(() => {
  for (const path of [folder, scratch]) rmSync(path, { recursive: true, force: true });
});

async function run(verb: "backup" | "repair", args: string[], HEDDLE_SECRET_KEY?: string) {
  const [out, errors] = [collector(), collector()];
  const place = { dataFolder: folder, serviceUrl: "http://127.0.0.1:9" };
  const code = await backupCommand(verb, args, {
    environment: {
      ...place,
      ...{ CLICKHOUSE_URL: undefined, HEDDLE_BLOBS: undefined },
      ...(HEDDLE_SECRET_KEY === undefined ? {} : { HEDDLE_SECRET_KEY }),
    },
    out: out.stream,
    errors: errors.stream,
  });
  return { code, out: out.text(), errors: errors.text() };
}

/** Stores calls that start a second apart, as one part of the table. Returns their ids. */
async function storeCalls(service: StoredService, count: number, fromSecond: number): Promise<string[]> {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10) + second * 1000).toISOString();
  const batch = Array.from({ length: count }, (_, index) => {
    const id = uuid7();
    const times = { started_at: at(fromSecond + index), ended_at: at(fromSecond + index + 1) };
    const texts = { inputs: { text: uuid7().repeat(20) }, output: uuid7() };
    const names = { project_id: PROJECT, id, trace_id: id, op_name: "turn" };
    return { ...names, ...times, ...texts, attributes: {}, summary: {} };
  });
  const { status, text } = await service.post("/v2/faults/repair/calls/complete", { batch });
  expect([status, text]).toEqual([200, text]);
  await service.calls(PROJECT);
  return batch.map(({ id }) => id);
}

/** Damages the data of the part with so many rows. */
function damagePart(rows: number): void {
  const files = readdirSync(join(folder, "traces"), { recursive: true, encoding: "utf8" });
  const count = files.find(
    (name) =>
      /^store\/.*\/0_\d+_\d+_\d+\/count\.txt$/.test(name) &&
      readFileSync(join(folder, "traces", name), "utf8") === String(rows),
  );
  const file = join(folder, "traces", dirname(count ?? ""), "data.bin");
  const bytes = readFileSync(file);
  bytes.fill(7, statSync(file).size >> 1, (statSync(file).size >> 1) + 100);
  writeFileSync(file, bytes);
}

/** Reads until what a reader finds damaged has been set aside. */
async function idsOf(service: StoredService): Promise<string[]> {
  let ids: string[] = [];
  const read = async () => {
    const rows = await service.calls<{ id: string }>(PROJECT).catch(() => null);
    ids = rows?.map(({ id }) => id) ?? [];
    return rows !== null;
  };
  await expect.poll(read, { timeout: 120_000 }).toBe(true);
  return ids;
}

const missingIn = async (service: StoredService) =>
  (await service.post("/calls/query_stats", { project_id: PROJECT })).missing.map(({ table, rows }) => [table, rows]);

it("brings exactly the missing calls back from a backup, no deleted or removed one and none twice, and takes their marks away", async () => {
  const first = await StoredService.open(folder);
  const inBackup = await storeCalls(first, 40, 0);
  const whole = await storeCalls(first, 30, 100);
  await first.close();
  const file = join(scratch, "backup.tar");
  expect(await run("backup", [file])).toMatchObject({ code: 0, errors: "" });

  const second = await StoredService.open(folder);
  const later = await storeCalls(second, 20, 200);
  const [deleted = "", ...others] = inBackup.slice(10);
  const { status } = await second.post("/calls/delete", { project_id: PROJECT, call_ids: [deleted] });
  expect(status).toBe(200);
  await second.close();
  damagePart(40);
  damagePart(20);

  const third = await StoredService.open(folder);
  expect((await idsOf(third)).sort()).toEqual([...whole].sort());
  expect((await missingIn(third)).sort()).toEqual([
    ["call_rows", 20],
    ["call_rows", 40],
  ]);
  await third.close();
  // Retention removed the calls of the first ten seconds since the backup, and has forgotten their ids.
  const store = openEmbeddedStore({ folder: join(folder, "traces") });
  await store.command(`INSERT INTO removals (removal, project_id, before, commit_number, calls, removed_at, is_done)
    VALUES (1, '${PROJECT}', '2026-11-20 10:00:10', 1000, 10, now64(3), 1)`);
  await store.close();

  const key = Buffer.alloc(32, 1).toString("base64");
  expect(await run("repair", ["--from", file], key)).toMatchObject({
    code: 1,
    errors: expect.stringContaining("signed"),
  });
  const { code, out, errors } = await run("repair", ["--from", file, "--unsigned"], key);
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toContain("29 rows came back from the backup of");
  expect(out).toContain("1 had been deleted, 10 rows did not.");
  expect(out).toContain("0 rows came back");

  const fourth = await StoredService.open(folder);
  expect((await idsOf(fourth)).sort()).toEqual([...whole, ...others].sort());
  expect((await missingIn(fourth)).sort()).toEqual([
    ["call_rows", 10],
    ["call_rows", 20],
  ]);
  expect(later).toHaveLength(20);
  await fourth.close();
  expect((await run("repair", ["--from", file])).out).not.toMatch(/[1-9]\d* rows came back/);
});

it("takes the mark of a part away when all of its rows came back", async () => {
  const first = await StoredService.open(folder);
  const ids = await storeCalls(first, 40, 0);
  await first.close();
  const file = join(scratch, "backup.tar");
  await run("backup", [file]);
  damagePart(40);
  const second = await StoredService.open(folder);
  expect(await idsOf(second)).toEqual([]);
  expect(await missingIn(second)).toEqual([["call_rows", 40]]);
  await second.close();
  expect((await run("repair", ["--from", file])).out).toContain("40 rows came back");
  const third = await StoredService.open(folder);
  expect((await idsOf(third)).sort()).toEqual([...ids].sort());
  expect(await missingIn(third)).toEqual([]);
  expect(JSON.parse((await third.get("/health")).text)).not.toMatchObject({ is_damaged: true });
  const stats = await third.post("/calls/query_stats", { project_id: PROJECT });
  expect(JSON.parse(stats.text)).toMatchObject({ count: 40 });
  await third.close();
});
