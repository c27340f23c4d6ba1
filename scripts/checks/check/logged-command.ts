import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { projectFolder } from "../../prepare/project.mjs";

/** The file with everything that a stage printed. */
const logFile = (name: string): string => `build/reports/${name.replaceAll(/[^\w-]+/g, "-")}.log`;

/** The priority of a process that leaves the processor to others. */
const PATIENT = 5;

const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Passes signals that end this process to a child, which it would leave behind, and ends after it. */
function endWith(child: ChildProcess): void {
  const pass = (signal: NodeJS.Signals) => {
    child.once("exit", () => process.exit(1));
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  child.once("exit", () => {
    for (const signal of SIGNALS) process.off(signal, pass);
  });
}

/**
 * Runs a script of Node in the project's folder without input; its output goes to the log. Returns the exit code.
 *
 * @param options.isPatient lets other processes have the processor first.
 */
export async function runLogged(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  { isPatient = false } = {},
): Promise<number> {
  const file = logFile(name);
  mkdirSync(dirname(file), { recursive: true });
  const log = openSync(file, "w");
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...args], {
        cwd: projectFolder,
        env: { ...process.env, ...env },
        stdio: ["ignore", log, log],
      });
      child.once("error", reject);
      endWith(child);
      if (isPatient && child.pid !== undefined) setPriority(child.pid, PATIENT);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    closeSync(log);
  }
}

/** The last lines of a log. */
export const endOfLog = (name: string, lines = 40): string =>
  stripVTControlCharacters(readFileSync(logFile(name), "utf8"))
    .trimEnd()
    .split("\n")
    .slice(-lines)
    .join("\n");
