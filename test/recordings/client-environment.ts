import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

/** A path without the name of a user: clients send the paths of their files in stacks. */
const FOLDER = "/tmp/heddle-recordings";

const PROGRAMS = resolve("test/recordings/clients");
const SHARED = [
  "weather.py",
  "agents_sdk.py",
  "langgraph_agent.py",
  "gemini.py",
  "converse.py",
  "weather.mjs",
  "openai-chat.mjs",
];
export const RELEASES = resolve("test/recordings/releases");

/** A client of one version: its program and its packages. */
export interface Release {
  /** The client and its version, such as `langfuse-5.0.4`. */
  readonly name: string;
  /** The name of a file in `releases`: packages of Python in `.txt`, a package.json in `.json`. */
  readonly file: string;
}

async function run(command: string, args: readonly string[], cwd: string, env: Record<string, string | undefined>) {
  // Next's types require NODE_ENV in every environment; a user's shell has none.
  const child = spawn(command, args, { cwd, env: env as NodeJS.ProcessEnv, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with code ${code}:\n${out}\n${err}`);
  return `${out}${err}`;
}

/** Installs the packages of a release once on this machine, and returns the folder. */
async function install({ name, file }: Release): Promise<string> {
  const folder = join(FOLDER, name);
  const installed = join(folder, file);
  if (existsSync(installed)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const source = join(RELEASES, file);
  if (file.endsWith(".json")) {
    copyFileSync(source, join(folder, "package.json"));
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], folder, process.env);
  } else {
    await run("python3", ["-m", "venv", folder], folder, process.env);
    await run(join(folder, "bin/python"), ["-m", "pip", "install", "--quiet", "-r", source], folder, process.env);
  }
  copyFileSync(source, installed);
  return folder;
}

/** Runs the program of a release, with nothing in its environment that names this machine; returns what it printed. */
export async function runClient(release: Release, variables: Readonly<Record<string, string>>): Promise<string> {
  const folder = await install(release);
  const programs = join(folder, "programs");
  const home = join(FOLDER, "home");
  for (const made of [home, programs]) {
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made, { recursive: true });
  }
  const client = release.name.slice(0, release.name.lastIndexOf("-"));
  const [command, extension] = release.file.endsWith(".json") ? ["node", "mjs"] : [join(folder, "bin/python"), "py"];
  const program = join(programs, `main.${extension}`);
  // Under another name than its package, which it imports. What programs share has no such name.
  copyFileSync(join(PROGRAMS, `${client}.${extension}`), program);
  for (const file of SHARED.filter((name) => name.endsWith(extension))) {
    copyFileSync(join(PROGRAMS, file), join(programs, file));
  }
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, TZ: "UTC", PYTHONDONTWRITEBYTECODE: "1" };
  return await run(command, [program], home, { ...env, ...variables });
}
