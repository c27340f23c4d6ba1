import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { run } from "../../prepare/run.mjs";

// The headless shell has the same engine without windows, and uses a fifth less processor time.
const SYSTEM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** The browser that is on this machine already: Playwright's own, or the system's. */
export function installedChromium(): string | undefined {
  const own = chromium.executablePath();
  return existsSync(own) ? own : onPath(SYSTEM_NAMES);
}

async function installWithPlaywright(): Promise<string | undefined> {
  console.log("No browser found; installing one with Playwright …");
  await run(process.execPath, ["node_modules/playwright/cli.js", "install", "--with-deps", "chromium"]);
  return installedChromium();
}

async function installWithApt(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !onPath(["apt-get"])) return undefined;
  console.log("Playwright could not install one; trying the system's package manager …");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    await run("apt-get", ["install", "-y", "--no-install-recommends", name], { env });
    if (installedChromium()) break;
  }
  return installedChromium();
}

/**
 * Returns the browser for the end-to-end tests: HEDDLE_CHROMIUM, Playwright's own or the system's; otherwise installs
 * one with Playwright, or with apt-get where possible.
 *
 * @throws Error that says what to do.
 */
export async function findChromium(): Promise<string> {
  const given = process.env.HEDDLE_CHROMIUM;
  if (given) {
    if (isExecutable(given)) return given;
    throw new Error(`HEDDLE_CHROMIUM is ${given}, which cannot be run.`);
  }
  const foundPath = installedChromium() ?? (await installWithPlaywright()) ?? (await installWithApt());
  if (foundPath) return foundPath;
  throw new Error(
    "The end-to-end tests need Chromium, and it could not be installed. Install it (Debian: apt-get install chromium) or " +
      "set HEDDLE_CHROMIUM to its path.",
  );
}

/** The browser's name and version, for the log. */
export function versionOf(executable: string): string {
  return execFileSync(executable, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
