import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { errorMessage } from "@/lib/guard/error-message";

const run = promisify(execFile);

/** Installed once on a machine, and used by all later runs of all its checkouts. */
const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "heddle", "python");

const INSTALL_TIMEOUT_MS = 10 * 60_000;

interface PythonProgram {
  /** Name of a file in this folder. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

interface PythonOutcome {
  /** JSON of its last line on standard output. */
  readonly result: unknown;
  /** Everything that it printed. */
  readonly printed: string;
}

/** Runs programs with some packages installed. */
export interface PythonEnvironment {
  readonly run: (program: PythonProgram) => Promise<PythonOutcome>;
  /** The folder of its `python`. */
  readonly programs: string;
}

async function runProgram(python: string, { file, args = [], variables }: PythonProgram): Promise<PythonOutcome> {
  const home = mkdtempSync(join(tmpdir(), "heddle-python-home-"));
  try {
    // The client remembers in the temporary folder what it has sent: another service would never get it.
    const env = { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: home, PYTHONUNBUFFERED: "1", ...variables };
    const child = spawn(python, [resolve("test/clients", file), ...args], {
      cwd: home,
      // Next's types require NODE_ENV in every environment; a user's shell has none.
      env: env as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    if (code !== 0) throw new Error(`${file} ended with code ${code}:\n${out}\n${err}`);
    return { result: JSON.parse(out.trim().split("\n").at(-1) ?? ""), printed: `${out}\n${err}` };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Returns an environment with these packages, made at its first use; or the reason why there is none, for tests that are
 * skipped then: Python or the package index is missing.
 */
export async function pythonEnvironment(
  name: string,
  packages: readonly string[],
): Promise<PythonEnvironment | { readonly missing: string }> {
  try {
    // An environment works with the Python that made it only.
    const { stdout: version } = await run("python3", ["--version"]);
    const contents = [version.trim(), ...packages].join("\n");
    const folder = join(FOLDER, `${name}-${createHash("sha256").update(contents).digest("hex").slice(0, 16)}`);
    const python = join(folder, "bin", "python");
    if (!existsSync(python)) {
      mkdirSync(FOLDER, { recursive: true });
      const made = mkdtempSync(join(FOLDER, "new-"));
      try {
        await run("python3", ["-m", "venv", made]);
        await run(join(made, "bin", "python"), ["-m", "pip", "install", "--quiet", ...packages], {
          timeout: INSTALL_TIMEOUT_MS,
        });
        // Of two runs at the same time the first one counts.
        if (!existsSync(folder)) renameSync(made, folder);
      } finally {
        rmSync(made, { recursive: true, force: true });
      }
    }
    return { run: (program) => runProgram(python, program), programs: dirname(python) };
  } catch (error) {
    return { missing: errorMessage(error).split("\n")[0] ?? "" };
  }
}
