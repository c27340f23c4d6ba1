import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { API_KEY } from "./run-heddle";

/**
 * Runs a program of this folder that uses the official package, with nothing in its environment but the two variables
 * that a person sets, in an empty home. Answers the JSON of its last line; rejects with what it printed when it failed.
 */
export async function runWeave(program: string, serviceUrl: string, args: readonly string[]): Promise<unknown> {
  const home = mkdtempSync(join(tmpdir(), "heddle-weave-"));
  try {
    const env = { PATH: process.env.PATH ?? "", HOME: home, WF_TRACE_SERVER_URL: serviceUrl, WANDB_API_KEY: API_KEY };
    const child = spawn(process.execPath, [resolve("e2e/support", program), ...args], {
      cwd: home,
      // Next's types want NODE_ENV in every environment; a person's shell has none.
      env: env as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    // The package reports what it could not send on stderr and goes on.
    if (code !== 0 || err !== "") throw new Error(`${program} ended with code ${code}:\n${out}\n${err}`);
    return JSON.parse(out.trim().split("\n").at(-1) ?? "");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
