import { spawn } from "node:child_process";
import { projectFolder } from "./project.mjs";

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a command in the project folder with this terminal's output and no input.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, input?: "inherit" | "ignore" }} [options]
 * @returns {Promise<number>} the exit code; 1 when a signal ended it.
 */
export function run(command, args, { env = {}, input = "ignore" } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: projectFolder,
      env: { ...process.env, ...env },
      stdio: [input, "inherit", "inherit"],
    });
    // A signal that ends this process would leave the child behind.
    const pass = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    child.once("close", () => {
      for (const signal of SIGNALS) process.off(signal, pass);
    });
    child.once("error", (error) => reject(new Error(`Could not run ${command}: ${error.message}`, { cause: error })));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs a TypeScript file of the project; needs the dependencies. */
export function runTypeScript(file, args, options) {
  return run(process.execPath, ["--enable-source-maps", "--import", "tsx", file, ...args], options);
}
