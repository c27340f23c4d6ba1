import { readFileSync } from "node:fs";

/** Returns the most memory that a process ever used, in MiB; null where the system does not say. */
export function peakMemoryMib(pid: number): number | null {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? null : Math.round(Number(kib) / 1024);
  } catch {
    return null;
  }
}
