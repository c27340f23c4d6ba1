import { existsSync, readFileSync } from "node:fs";
import type { RunnerRecord } from "@/scripts/checks/records/test-record";
import { idleShare, type MachineTime } from "./machine-time";
import type { StageResult } from "./schedule";

const SLOWEST = 20;

/** Minutes and seconds: 7:05. */
export function minutes(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** One line for a stage that has ended. */
export function stageLine({ name, startedAtMs, endedAtMs, counts }: StageResult, runStartMs: number): string {
  const { passed, failed, skipped } = counts;
  const tests = passed + failed + skipped > 1 ? `: ${passed} passed, ${failed} failed, ${skipped} skipped` : "";
  const took = `${((endedAtMs - startedAtMs) / 1_000).toFixed(1)} s`;
  return `${minutes(endedAtMs - runStartMs).padStart(6)}  ${failed === 0 ? "✓" : "✗"} ${name} (${took})${tests}`;
}

/** The number of results in a record so far. */
export function resultsSoFar(file: string): number {
  if (!existsSync(file)) return 0;
  return readFileSync(file, "utf8").split('{"kind":"test"').length - 1;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1).padStart(7)} s`;

/** The time of each file of tests: of vitest's with their loading, of the browser's the sum of its tests. */
export function fileTimes(records: readonly RunnerRecord[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const add = (file: string, ms: number) => times.set(file, (times.get(file) ?? 0) + ms);
  for (const { files } of records) for (const { file, durationMs } of files) add(file, durationMs);
  for (const { tests } of records)
    for (const { file, durationMs } of tests) if (file.endsWith(".spec.ts")) add(file, durationMs);
  return times;
}

/** The processor time of each file of tests where it is known, otherwise its time: what a next run will spend on it. */
export function fileCosts(records: readonly RunnerRecord[]): ReadonlyMap<string, number> {
  return new Map([...fileTimes(records), ...records.flatMap(({ processorMs }) => [...processorMs])]);
}

/** Where the time of a run went. */
export function timeReport(
  stages: readonly StageResult[],
  files: ReadonlyMap<string, number>,
  machine: MachineTime,
  runMs: number,
): string {
  const slowest = [...files].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  const took = [...stages].sort((a, b) => b.endedAtMs - b.startedAtMs - (a.endedAtMs - a.startedAtMs));
  return [
    "Stages, side by side:",
    ...took.map(({ name, startedAtMs, endedAtMs }) => `${seconds(endedAtMs - startedAtMs)}  ${name}`),
    "",
    `The ${slowest.length} slowest files of tests:`,
    ...slowest.map(([file, ms]) => `${seconds(ms)}  ${file}`),
    "",
    `${minutes(runMs)} in all; ${(machine.busyMs / 60_000).toFixed(1)} processor minutes of this machine, ` +
      `${(idleShare(machine) * 100).toFixed(0)} % of its cores' time idle.`,
  ].join("\n");
}
