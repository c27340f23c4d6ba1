import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process that can be found again: by its id and its start time, since ids are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

/** Some systems report that a group whose members have all ended may not be signalled. */
function hasNoProcess(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM");
}

/** Sends a signal to a child that leads a process group, and to the whole group. An empty group is not a failure. */
export function signalProcessTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") child.kill(signal);
  else signalGroup(child.pid, signal);
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!hasNoProcess(error)) throw error;
  }
}

/** Returns the id of this start of the machine; null where it has none. */
export function bootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null; // Not Linux.
  }
}

/**
 * Clock ticks from the start of the machine to the start of a process, and an id of the machine's boot; null if
 * unknown.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name is in brackets and may contain anything; the start is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const boot = bootId();
    return ticks === undefined || boot === null ? null : `${boot} ${ticks}`;
  } catch {
    return null; // Not Linux, or the process has ended.
  }
}

/** Returns the identity of a process; null when processes cannot be identified. */
export function processIdentity(pid: number): ProcessIdentity | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

/** Ends a process group that an earlier service started and left running, if it is still the same one. */
export function stopLeftover({ pid, started }: ProcessIdentity): boolean {
  if (startOf(pid) !== started) return false;
  signalGroup(pid, "SIGKILL");
  return true;
}
