import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { API_KEY } from "./run-heddle";

/**
 * Runs a program of this folder that uses the official package, with only the two variables that a user sets, in an
 * empty home. Returns the JSON of its last line; rejects with its output when it failed.
 */
export async function runWeave(program: string, serviceUrl: string, args: readonly string[]): Promise<unknown> {
  const home = mkdtempSync(join(tmpdir(), "heddle-weave-"));
  try {
    const env = { PATH: process.env.PATH ?? "", HOME: home, WF_TRACE_SERVER_URL: serviceUrl, WANDB_API_KEY: API_KEY };
    const child = spawn(process.execPath, [resolve("e2e/support", program), ...args], {
      cwd: home,
      // Next's types require NODE_ENV in every environment; a user's shell has none.
      env: env as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    // The package reports what it could not send on stderr and continues.
    if (code !== 0 || err !== "") throw new Error(`${program} ended with code ${code}:\n${out}\n${err}`);
    return JSON.parse(out.trim().split("\n").at(-1) ?? "");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
