import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Runs lines in a new shell: an empty home, and only PATH in the environment. `files` are written to the home
 * first, and the project's packages can be imported. Returns the output.
 * @param programs a folder of programs that come before all others
 */
export async function runAsShown(
  lines: string,
  files: Readonly<Record<string, string>> = {},
  programs?: string,
): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "heddle-shell-"));
  try {
    symlinkSync(resolve("node_modules"), join(home, "node_modules"));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content);
    // Next's types require NODE_ENV in every environment; a user's shell has none.
    const path = [...(programs === undefined ? [] : [programs]), process.env.PATH ?? ""].join(delimiter);
    // Clients record in the temporary folder what they have sent, and would not send it to another service.
    const env = { PATH: path, HOME: home, TMPDIR: home } as unknown as NodeJS.ProcessEnv;
    const { stdout, stderr } = await run("sh", ["-c", lines], { cwd: home, env });
    return `${stdout}${stderr}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
