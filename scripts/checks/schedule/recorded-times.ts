import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/**
 * Of the run that was recorded last, in milliseconds: how long each stage took, and each test file's processor time (of a
 * browser test its time).
 */
const recordedTimes = z.object({
  stages: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.number()),
});

export type RecordedTimes = z.infer<typeof recordedTimes>;

/** Data of the repository; `npm test -- --record` writes it. */
const RECORDED_TIMES = "test/recorded-times.json";

export function readRecordedTimes(file = RECORDED_TIMES): RecordedTimes {
  if (!existsSync(file)) return { stages: {}, files: {} };
  return recordedTimes.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Rounds to what differs between two runs of one machine, so that a new recording changes few lines. */
const rounded = (ms: number): number => (ms < 1_000 ? Math.ceil(ms / 100) * 100 : Math.round(ms / 500) * 500);

const sorted = (times: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(times)
      .map(([name, ms]) => [name, rounded(ms)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Writes the times of a run; what it did not run keeps its time. */
export function writeRecordedTimes(times: RecordedTimes, file = RECORDED_TIMES): void {
  const before = readRecordedTimes(file);
  const stages = sorted({ ...before.stages, ...times.stages });
  const files = Object.fromEntries(
    Object.entries(sorted({ ...before.files, ...times.files })).filter(([name]) => existsSync(name)),
  );
  writeFileSync(file, `${JSON.stringify({ stages, files }, null, 2)}\n`);
}
