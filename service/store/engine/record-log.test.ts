import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sized } from "@/test/setup/test-length";
import { type LogSide, RecordLog } from "./record-log";

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

  it("returns what was written before the place where a file was cut off or damaged, whatever the place is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.boolean(),
        async (texts, place, isCut) => {
          const log = await openLog(mkdtempSync(join(folder, "run-")));
          const ends: number[] = [];
          const path = join(log.folder, "records-0.log");
          for (const text of texts) {
            await append(log, text);
            ends.push(statSync(path).size);
          }
          const bytes = readFileSync(path);
          const at = place % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ 0xff;
          writeFileSync(path, isCut ? bytes.subarray(0, at) : bytes);
          const whole = texts.filter((_, record) => (ends[record] ?? 0) <= at);
          expect(await recordsOf(await openLog(log.folder))).toEqual(whole.map((text) => Buffer.from(text).toString()));
        },
      ),
      { numRuns: sized({ once: 12, all: 40 }) },
    );
  });
});
