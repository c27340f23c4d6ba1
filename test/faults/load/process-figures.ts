import { readdirSync, readFileSync } from "node:fs";

/** Returns the most memory that a process ever used, in MiB; null where the system does not say. */
export function peakMemoryMib(pid: number): number | null {
  return memoryMib(pid, "VmHWM");
}

/** Returns the memory that a process uses, in MiB; null where the system does not say. */
export function usedMemoryMib(pid: number): number | null {
  return memoryMib(pid, "VmRSS");
}

function memoryMib(pid: number, name: "VmHWM" | "VmRSS"): number | null {
  try {
    const [, kib] = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? null : Math.round(Number(kib) / 1024);
  } catch {
    return null;
  }
}

/** Returns how many files and connections a process has open; null where the system does not say. */
export function openFiles(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}
