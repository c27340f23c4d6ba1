import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const INTERVAL_MS = 250;
/** Elsewhere than on Linux each look starts a program. */
const SLOW_INTERVAL_MS = 2_000;

/**
 * The parent of a process; null where there is none, or where this system does not say.
 *
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    if (process.platform === "win32") return null;
    if (process.platform !== "linux") {
      return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may contain spaces.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/**
 * Ends this process, as SIGTERM does, when the npm or npx that started it has ended. npm runs a program in a shell, and a
 * signal that is sent to npm alone ends npm or the shell and never reaches the program. Does nothing without npm.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const isLeft = () => process.ppid !== shell || parentOf(shell) !== npm;
  const timer = setInterval(
    () => {
      if (!isLeft()) return;
      clearInterval(timer);
      process.kill(process.pid, "SIGTERM");
    },
    process.platform === "linux" ? INTERVAL_MS : SLOW_INTERVAL_MS,
  );
  timer.unref();
}
