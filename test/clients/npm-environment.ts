import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { errorMessage } from "@/lib/guard/error-message";

const run = promisify(execFile);

/** Installed once on a machine, and used by all later runs of all its checkouts. */
const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "heddle", "npm");

const INSTALL_TIMEOUT_MS = 5 * 60_000;

/** The path of a program of some packages of npm. */
type ProgramPath = (name: string) => string;

/** Returns where the programs of packages are, installed at their first use; or the reason why they are not there. */
export async function npmPrograms(packages: readonly string[]): Promise<ProgramPath | { readonly missing: string }> {
  const folder = join(FOLDER, createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 16));
  try {
    if (!existsSync(folder)) {
      mkdirSync(FOLDER, { recursive: true });
      const made = mkdtempSync(join(FOLDER, "new-"));
      try {
        const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];
        await run("npm", ["install", "--prefix", made, ...quiet, ...packages], { timeout: INSTALL_TIMEOUT_MS });
        // Of two runs at the same time the first one counts.
        if (!existsSync(folder)) renameSync(made, folder);
      } finally {
        rmSync(made, { recursive: true, force: true });
      }
    }
    return (name) => join(folder, "node_modules/.bin", name);
  } catch (error) {
    return { missing: errorMessage(error).split("\n")[0] ?? "" };
  }
}
