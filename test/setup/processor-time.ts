import { readFileSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Of a file: the processor time of its tests in milliseconds, in its process and in those that it started. */
    processorMs?: number;
  }
}

/** A tick of the times in /proc. */
const TICK_MS = 10;

/** The processor time of ended child processes; 0 where the system does not report it. */
function childrenMs(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    // Fields 16 and 17 of proc_pid_stat(5), counted from the third.
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return 0;
  }
}

function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + childrenMs();
}

let startMs = 0;

beforeAll(() => {
  startMs = spentMs();
});

afterAll((_context, suite) => {
  suite.file.meta.processorMs = spentMs() - startMs;
});
