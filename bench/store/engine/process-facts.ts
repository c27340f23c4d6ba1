import { readFileSync } from "node:fs";

/** Processor time and memory of a process, as Linux counts them; NaN elsewhere. */
export interface ProcessFacts {
  /** User and system time of all threads. */
  readonly processorMs: number;
  /** … of the first thread, which runs the scripts. */
  readonly mainThreadMs: number;
  readonly residentMb: number;
  readonly largestResidentMb: number;
  /** … of the resident memory, the pages of files: the engine's library. The system takes them back when it needs them. */
  readonly residentFilesMb: number;
}

const TICKS_PER_SECOND = 100;

/** User and system time: fields 14 and 15, counted after the name in parentheses, which may contain spaces. */
function processorMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export function processFacts(pid: number): ProcessFacts {
  const status = read(`/proc/${pid}/status`);
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6;
  return {
    processorMs: processorMs(read(`/proc/${pid}/stat`)),
    mainThreadMs: processorMs(read(`/proc/${pid}/task/${pid}/stat`)),
    residentMb: megabytes("VmRSS"),
    largestResidentMb: megabytes("VmHWM"),
    residentFilesMb: megabytes("RssFile"),
  };
}
