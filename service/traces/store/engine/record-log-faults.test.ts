import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failFileSteps, watchFileSteps } from "@/service/traces/store/testing/file-steps";
import { sized } from "@/test/setup/test-length";
import { type LogSide, RecordLog, readAsideLogs } from "./record-log";

let folder: string;
let opened: RecordLog[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-log-"));
  opened = [];
});

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.map((log) => log.leave()));
  rmSync(folder, { recursive: true, force: true });
});

const SIDES = [0, 1] as const;
const fileOf = (side: LogSide, at: string) => join(at, `records-${side}.log`);

async function openLog(at = folder): Promise<RecordLog> {
  const log = await RecordLog.open(at);
  opened.push(log);
  return log;
}

/** What a start finds in a folder. */
async function recordsIn(at: string): Promise<string[]> {
  const log = await RecordLog.open(at);
  const texts: string[] = [];
  for await (const record of log.records()) texts.push(record.toString());
  await log.clear();
  await log.leave();
  return texts;
}

const append = (log: RecordLog, ...texts: readonly string[]) => log.append(texts.map((text) => Buffer.from(text)));

type Step =
  | { readonly kind: "append"; readonly records: number }
  | { readonly kind: "done"; readonly records: number }
  | { readonly kind: "turn" };

const count = fc.integer({ min: 1, max: 3 });
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("append" as const), records: count }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("done" as const), records: count }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("turn" as const) }) },
  ),
  { minLength: 4, maxLength: 24 },
);

/** What a kill leaves at some moment: the files, and what was promised by then. Records are the numbers from 1. */
interface Moment {
  readonly files: readonly [Buffer, Buffer];
  readonly sent: number;
  readonly acknowledged: number;
  /** The oldest that is still needed; null when none is. */
  readonly oldest: number | null;
}

/** Runs the steps on a log, and returns each moment that differs from the one before. */
async function momentsOf(list: readonly Step[], at: string): Promise<Moment[]> {
  const log = await openLog(at);
  const held: { readonly number: number; readonly side: LogSide }[] = [];
  const moments: Moment[] = [];
  let [sent, acknowledged] = [0, 0];
  const look = () => {
    const files = [readFileSync(fileOf(0, at)), readFileSync(fileOf(1, at))] as const;
    moments.push({ files, sent, acknowledged, oldest: held[0]?.number ?? null });
  };
  await watchFileSteps(look);
  for (const step of list) {
    if (step.kind === "turn") log.turn();
    else if (step.kind === "done") {
      for (const { side } of held.splice(0, step.records)) log.done(side, 1);
    } else {
      const numbers = Array.from({ length: step.records }, (_, index) => sent + index + 1);
      sent += step.records;
      const side = await append(log, ...numbers.map(String));
      acknowledged = sent;
      held.push(...numbers.map((number) => ({ number, side })));
    }
    look();
  }
  vi.restoreAllMocks();
  return moments.filter(({ files, ...promised }, index) => {
    const before = moments[index - 1];
    return (
      before === undefined ||
      SIDES.some((side) => !files[side].equals(before.files[side])) ||
      JSON.stringify(promised) !== JSON.stringify({ ...before, files: undefined })
    );
  });
}

describe("a log whose process is killed at any step", () => {
  it("has all that was acknowledged and is needed, in order, and no record without the later ones", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const moments = await momentsOf(list, mkdtempSync(join(folder, "run-")));
        for (const { files, sent, acknowledged, oldest } of moments) {
          const at = mkdtempSync(join(folder, "killed-"));
          for (const side of SIDES) writeFileSync(fileOf(side, at), files[side]);
          const found = (await recordsIn(at)).map(Number);
          const [first = sent + 1] = found;
          // Of a request that was not acknowledged, all, some or none.
          const last = Math.max(acknowledged, found.at(-1) ?? 0);
          const isEmpty = found.length === 0 && oldest === null;
          expect(found).toEqual(isEmpty ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index));
          expect(last).toBeLessThanOrEqual(sent);
          if (oldest !== null) expect(first).toBeLessThanOrEqual(oldest);
          expect(await readAsideLogs(at)).toEqual([]);
          rmSync(at, { recursive: true });
        }
      }),
      { numRuns: sized({ once: 2, all: 20, long: 200 }) },
    );
  });
});

describe("a log on a disk with errors", () => {
  it("acknowledges nothing that was not flushed, and has nothing of it at the next start", async () => {
    const log = await openLog();
    await append(log, "1");
    let isBroken = true;
    await failFileSteps((change) => isBroken && change === "datasync");
    await expect(append(log, "2", "a longer third")).rejects.toThrow("EIO");
    isBroken = false;
    expect(await recordsIn(folder)).toEqual(["1"]);
    const again = await openLog();
    await append(again, "4");
    expect(await recordsIn(folder)).toEqual(["4"]);
  });

  it("keeps what it refused out also where it can remove it only later", async () => {
    const log = await openLog();
    await append(log, "1");
    let broken: readonly string[] = ["datasync", "truncate"];
    await failFileSteps((change) => broken.includes(change));
    await expect(append(log, "2", "a longer third")).rejects.toThrow("EIO");
    broken = ["truncate"];
    await expect(append(log, "4")).rejects.toThrow("EIO");
    broken = [];
    await append(log, "5");
    expect(await recordsIn(folder)).toEqual(["1", "5"]);
  });

  it("takes turns once the disk lets it empty a file, and takes no gap in it for damage", async () => {
    const log = await openLog();
    const side = await append(log, "1");
    log.turn();
    await append(log, "2");
    let broken: readonly string[] = ["datasync"];
    await failFileSteps((change) => broken.includes(change));
    log.done(side, 1);
    await expect.poll(() => statSync(fileOf(side, folder)).size).toBe(0);
    broken = [];
    const written: string[] = [];
    await expect
      .poll(async () => {
        log.turn();
        written.push(String(written.length + 3));
        return await append(log, written.at(-1) ?? "");
      })
      .toBe(side);
    expect(await recordsIn(folder)).toEqual(["2", ...written]);
    expect(await readAsideLogs(folder)).toEqual([]);
  });

  it("does not take the place of records in a file that could not be emptied", { tags: ["all"] }, async () => {
    const log = await openLog();
    const side = await append(log, "1", "2");
    log.turn();
    const other = await append(log, "3");
    await failFileSteps((change) => change === "truncate");
    log.done(side, 2);
    for (const record of ["4", "5"]) {
      log.turn();
      expect(await append(log, record)).toBe(other);
    }
    vi.restoreAllMocks();
    expect(await recordsIn(folder)).toEqual(["1", "2", "3", "4", "5"]);
  });
});
