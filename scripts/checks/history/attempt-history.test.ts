import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestRecord } from "@/scripts/checks/records/test-record";
import { historyFile, readHistory, tooUnsteady, withRun, writeHistory } from "./attempt-history";

const unsteady: TestRecord = {
  kind: "test",
  file: "lib/a.test.ts",
  title: ["rows", "keep their height"],
  variant: "together",
  status: "passed",
  attempts: 2,
  durationMs: 1,
};

const name = "lib/a.test.ts › rows › keep their height";
const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const historyOf = (days: readonly number[]) =>
  days.reduce((entries, day) => withRun(entries, [unsteady], at(day)), {} as ReturnType<typeof withRun>);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-history-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the history of second attempts", () => {
  it("fails a test when it needed a second attempt for the third time, and says which cause is known", () => {
    expect(tooUnsteady(historyOf([1, 2]), [unsteady], [])).toEqual([]);
    expect(tooUnsteady(historyOf([1, 2, 3]), [unsteady], [])).toEqual([
      `${name}\n    passed on the second attempt only, for the 3rd time; its cause is not in test/unsteady-tests.json`,
    ]);
    expect(tooUnsteady(historyOf([1, 2, 3, 4]), [unsteady], [{ test: name, cause: "a cold start" }])).toEqual([
      `${name}\n    passed on the second attempt only, for the 4th time; cause: a cold start`,
    ]);
  });

  it("does not count second attempts from before the cause was mended", () => {
    const mended = [{ test: name, cause: "a cold start", mendedAt: at(3).toISOString() }];
    expect(tooUnsteady(historyOf([1, 2, 4, 5]), [unsteady], mended)).toEqual([]);
    expect(tooUnsteady(historyOf([1, 2, 4, 5, 6]), [unsteady], mended)).toHaveLength(1);
  });

  it("counts a test on PostgreSQL apart, and leaves steady tests alone", () => {
    const onPostgres = { ...unsteady, variant: "together, on PostgreSQL" };
    expect(tooUnsteady(historyOf([1, 2, 3]), [onPostgres], [])).toEqual([]);
    expect(tooUnsteady(historyOf([1, 2, 3]), [], [])).toEqual([]);
  });

  it("is read back as written, begins again where it is damaged, and says so", () => {
    const file = join(folder, "below", "history.json");
    expect(readHistory(file)).toEqual({ history: {} });
    writeHistory(file, historyOf([1]));
    expect(readHistory(file)).toEqual({ history: { [name]: ["2026-11-01T00:00:00.000Z"] } });
    writeFileSync(file, "{");
    expect(readHistory(file)).toEqual({ history: {}, problem: `${file} cannot be read and is begun again.` });
  });

  it("is outside of the checkout, so that a new clone continues it", () => {
    expect(historyFile({ HOME: "/home/x", XDG_CACHE_HOME: "/cache" })).toBe("/cache/heddle/second-attempts.json");
    expect(historyFile({ HEDDLE_TEST_HISTORY: "/runs/h.json", XDG_CACHE_HOME: "/cache" })).toBe("/runs/h.json");
  });
});
