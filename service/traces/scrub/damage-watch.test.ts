import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/sqlite3";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { FolderBlobs } from "@/service/traces/store/files/folder-blobs";
import { contentCheck } from "./check-contents";
import { databaseCheck } from "./check-databases";
import { DamageWatch, type ScrubTimes } from "./damage-watch";

// The test starts a real engine, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const log = pino({ level: "silent" });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-scrub-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

async function openWatch(times: ScrubTimes): Promise<{ watch: DamageWatch; records: DamageRecords }> {
  const records = await DamageRecords.open(folder);
  return { records, watch: new DamageWatch({ dataFolder: folder, log, records, times }) };
}

describe("the daily check", () => {
  it("begins a day after the last one ended, also when the service was restarted meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const times = { delayMs: 60_000, intervalMs: 24 * HOUR_MS, retryMs: HOUR_MS };
    const find = vi.fn(async () => []);
    const checks = [{ kind: "content" as const, find }];
    const { watch: first } = await openWatch(times);
    await first.schedule(checks);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(find).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(() => readdirSync(folder)).toContain("last-check.json");
    await first.stop();

    vi.setSystemTime(Date.now() + 23 * HOUR_MS);
    const { watch: second } = await openWatch(times);
    await second.schedule(checks);
    await vi.advanceTimersByTimeAsync(HOUR_MS - 60_000);
    expect(find).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(find).toHaveBeenCalledTimes(2);
    await second.stop();
  });

  it("is tried again soon after it failed, and counts only when it ended", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { watch } = await openWatch({ delayMs: 0, intervalMs: 24 * HOUR_MS, retryMs: HOUR_MS });
    const find = vi.fn(async () => []).mockRejectedValueOnce(new Error("no such disk"));
    await watch.schedule([{ kind: "content", find }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(readdirSync(folder)).toEqual([]);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    await expect.poll(() => readdirSync(folder)).toContain("last-check.json");
    expect(find).toHaveBeenCalledTimes(2);
    await watch.stop();
  });

  it("finds a damaged part, a damaged file and a damaged database that no one reads", async () => {
    const traces = join(folder, "traces");
    const first = openEmbeddedStore({ folder: traces });
    await first.command("CREATE TABLE notes (project_id String, text String) ENGINE = MergeTree ORDER BY project_id");
    await first.command("INSERT INTO notes SELECT 'e/a', randomPrintableASCII(200) FROM numbers(50)");
    await first.close();
    const files = readdirSync(traces, { recursive: true, encoding: "utf8" });
    flip(join(traces, files.find((name) => name.includes("all_1_1_0") && name.endsWith("data.bin")) ?? ""));

    const blobs = await FolderBlobs.open(join(folder, "blobs"));
    const [kept, damaged] = await Promise.all(["kept", "to be damaged"].map((text) => stored(blobs, text)));
    flip(join(folder, "blobs", damaged?.slice(0, 2) ?? "", damaged?.slice(2) ?? ""));

    const database = createClient({ url: `file:${join(folder, "service.db")}` });
    await database.execute("create table numbers (n integer primary key, text text)");
    await database.execute(
      "insert into numbers with recursive c(n) as (select 1 union all select n + 1 from c where n < 2000) select n, 'x' from c",
    );
    database.close();
    const bytes = readFileSync(join(folder, "service.db"));
    writeFileSync(join(folder, "service.db"), bytes.fill(0xff, 8192, 12_288));

    const store = openEmbeddedStore({ folder: traces });
    const { watch, records } = await openWatch({ delayMs: 0, intervalMs: 24 * HOUR_MS, retryMs: HOUR_MS });
    await watch.begin(store);
    const projectsOf = async (name: string) => (name === kept ? ["e/none"] : ["e/b", "e/c"]);
    await watch.schedule([databaseCheck(folder), contentCheck([{ blobs, table: "file_contents", projectsOf }])]);
    await expect.poll(() => records.others, { timeout: 30_000 }).toHaveLength(2);
    const times = { first: null, last: null };
    expect(records.all).toEqual([
      { project_id: "e/a", table: "notes", rows: 50, ...times },
      { project_id: null, table: "service.db", rows: null, ...times },
      { project_id: "e/b", table: "file_contents", rows: 1, ...times },
      { project_id: "e/c", table: "file_contents", rows: 1, ...times },
    ]);
    expect(records.others.map(({ kind, part, bytes: size }) => [kind, part.length > 0, size])).toEqual([
      ["database", true, 0],
      ["content", true, 13],
    ]);
    await watch.stop();
    await store.close();
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

async function stored(blobs: FolderBlobs, text: string): Promise<string> {
  const blob = await blobs.stage(new Blob([text]).stream());
  await blob.keep();
  return blob.name;
}
