import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";

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

/** The processor time of a file's tests goes to the record of the run. */
afterAll(() => {
  const record = process.env.HEDDLE_TEST_RECORD;
  const { testPath } = expect.getState();
  if (record === undefined || testPath === undefined) return;
  const line = { kind: "processor", file: relative(process.cwd(), testPath), ms: Math.round(spentMs() - startMs) };
  appendFileSync(record, `${JSON.stringify(line)}\n`);
});
