import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process as it can be found again: by its id, and by when it started, since ids are given anew. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

/** Some systems say of a group whose members have all ended that it may not be signalled. */
function isProcessGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM");
}

/** Sends a signal to a child that leads a process group, and to all in it. That nobody is left is no failure. */
export function signalProcessTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") child.kill(signal);
  else signalGroup(child.pid, signal);
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!isProcessGone(error)) throw error;
  }
}

/** Clock ticks from the start of the machine to that of a process, and which start of the machine; null where unknown. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name is in brackets and may hold anything; the start is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    return null; // Not Linux, or the process is gone.
  }
}

/** What to remember of a process; null where processes cannot be told apart. */
export function processIdentity(pid: number): ProcessIdentity | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

/** Ends a process group that an earlier service started and did not outlive, if it is still the same one. */
export function stopLeftover({ pid, started }: ProcessIdentity): boolean {
  if (startOf(pid) !== started) return false;
  signalGroup(pid, "SIGKILL");
  return true;
}
