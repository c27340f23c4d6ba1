import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sized } from "@/test/setup/test-length";
import { HEADER_BYTES } from "./read-log";
import { type LogSide, RecordLog, readAsideLogs } from "./record-log";

let folder: string;
let opened: RecordLog[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-log-"));
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((log) => log.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function openLog(at = folder): Promise<RecordLog> {
  const log = await RecordLog.open(at);
  opened.push(log);
  return log;
}

async function recordsOf(log: RecordLog): Promise<string[]> {
  const texts: string[] = [];
  for await (const record of log.records()) texts.push(record.toString());
  return texts;
}

const append = (log: RecordLog, ...texts: readonly string[]) => log.append(texts.map((text) => Buffer.from(text)));

const texts = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 6 });

/** A log with these records in its first file, and where each ends. */
async function logOf(written: readonly string[]): Promise<{ log: RecordLog; path: string; ends: number[] }> {
  const log = await openLog(mkdtempSync(join(folder, "run-")));
  const path = join(log.folder, "records-0.log");
  const ends: number[] = [];
  for (const text of written) {
    await append(log, text);
    ends.push(statSync(path).size);
  }
  return { log, path, ends };
}

const fileOf = (side: LogSide) => join(folder, `records-${side}.log`);

describe("record log", () => {
  it("returns the records of an earlier run in order, from both of its files", async () => {
    const log = await openLog();
    await append(log, "1", "2");
    log.turn();
    await append(log, "3");
    await append(log, "", "é\n");
    expect(await recordsOf(await openLog())).toEqual(["1", "2", "3", "", "é\n"]);
  });

  it("returns nothing after its records were removed, and keeps those that come later", async () => {
    const log = await openLog();
    await append(log, "1", "2");
    await log.clear();
    expect(await recordsOf(await openLog())).toEqual([]);
    await append(log, "3");
    expect(await recordsOf(await openLog())).toEqual(["3"]);
  });

  it("empties a file when none of its records is needed and the other one takes new records", async () => {
    const log = await openLog();
    const side = await append(log, "1", "2");
    log.done(side, 1);
    log.turn();
    const other = await append(log, "3");
    expect(other).not.toBe(side);
    expect(await recordsOf(await openLog())).toEqual(["1", "2", "3"]);
    log.done(side, 1);
    await expect.poll(() => statSync(fileOf(side)).size).toBe(0);
    expect(await recordsOf(await openLog())).toEqual(["3"]);
  });

  it("does not let a file take turns whose records are still needed", async () => {
    const log = await openLog();
    const first = await append(log, "1");
    log.turn();
    const second = await append(log, "2");
    log.turn();
    expect(await append(log, "3")).toBe(second);
    expect(second).not.toBe(first);
    expect(await recordsOf(await openLog())).toEqual(["1", "2", "3"]);
  });

  it("keeps the order of its files over restarts", async () => {
    const log = await openLog();
    log.turn();
    await append(log, "1");
    log.turn();
    await append(log, "2");
    const later = await openLog();
    expect(await recordsOf(later)).toEqual(["1", "2"]);
    expect(await recordsOf(await openLog())).toEqual(["1", "2"]);
  });

  it("returns what was written before the place where a file was cut off, whatever the place is, and misses nothing", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), async (written, place) => {
        const { log, path, ends } = await logOf(written);
        const bytes = readFileSync(path);
        const at = place % bytes.length;
        writeFileSync(path, bytes.subarray(0, at));
        const later = await openLog(log.folder);
        expect(await recordsOf(later)).toEqual(written.filter((_, record) => (ends[record] ?? 0) <= at));
        await later.clear();
        expect(await readAsideLogs(log.folder)).toEqual([]);
      }),
      { numRuns: sized({ once: 12, all: 40 }) },
    );
  });

  it("returns all records but a damaged one, wherever the damage is, and keeps its file aside", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.integer({ min: 1, max: 255 }), async (written, place, change) => {
        const { log, path, ends } = await logOf(written);
        const bytes = readFileSync(path);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        writeFileSync(path, bytes);
        const damaged = ends.findIndex((end) => end > at);
        const later = await openLog(log.folder);
        const found = await recordsOf(later);
        await later.clear();
        const aside = await readAsideLogs(log.folder);
        // A wrong length alone loses nothing: the checksum says where the record ends.
        const start = damaged === 0 ? 0 : (ends[damaged - 1] ?? 0);
        if (at - start < 4) expect([found, aside]).toEqual([written, []]);
        else {
          expect(found).toEqual(written.filter((_, record) => record !== damaged));
          expect(aside).toMatchObject([{ records: 1, bytes: (ends[damaged] ?? 0) - start }]);
          expect(readFileSync(join(log.folder, aside[0]?.name ?? ""))).toEqual(bytes);
        }
        // The log goes on as before.
        await append(later, "next");
        expect(await recordsOf(await openLog(log.folder))).toEqual(["next"]);
      }),
      { numRuns: sized({ once: 24, all: 80 }) },
    );
  });

  it("does not take a record that a client wrote into another one for the next", async () => {
    const log = await openLog();
    await append(log, "1");
    const forged = await logOf(["", "", "forged"]);
    const record = readFileSync(forged.path).subarray(forged.ends[1]);
    await log.append([Buffer.concat([Buffer.alloc(20, "x"), record])]);
    await append(log, "3");
    const bytes = readFileSync(fileOf(0));
    // Both the length of the second record and its content.
    const second = HEADER_BYTES + 1;
    bytes[second + 2] = 7;
    bytes[second + HEADER_BYTES] = 7;
    writeFileSync(fileOf(0), bytes);
    expect(await recordsOf(await openLog())).toEqual(["1", "3"]);
  });

  it("takes zeros at the end, which a power cut leaves, for a record that was not written", async () => {
    const log = await openLog();
    await append(log, "1", "x".repeat(100));
    const bytes = readFileSync(fileOf(0));
    writeFileSync(fileOf(0), bytes.fill(0, bytes.length - 80));
    const later = await openLog();
    expect(await recordsOf(later)).toEqual(["1"]);
    await later.clear();
    expect(await readAsideLogs(folder)).toEqual([]);
  });
});
