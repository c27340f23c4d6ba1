import { existsSync, readFileSync } from "node:fs";
import { projectRoot } from "./project.mjs";
import { run } from "./run.mjs";

/**
 * Installs the dependencies from the lockfile when node_modules does not match it exactly.
 *
 * npm writes what it installed to node_modules/.package-lock.json as its last step, so an interrupted installation and
 * one of another lockfile are both detected without an extra stamp.
 */
export async function installDependencies() {
  const reason = reasonToInstall(readJson("package-lock.json"), readJson("node_modules/.package-lock.json"));
  if (reason === undefined) return;
  console.error(`Installing the dependencies (${reason}) …`);
  // A start also needs the build tools, whatever NODE_ENV is.
  const code = await run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--include=dev"]);
  if (code !== 0) throw new Error(`npm ci exited with code ${code}; its messages are above.`);
}

/** The reason why node_modules does not match the lockfile, or undefined when it does. */
function reasonToInstall(lock, installed, { platform = process.platform, arch = process.arch } = {}) {
  if (lock === undefined) throw new Error("package-lock.json is missing: this is not a complete checkout.");
  if (installed === undefined) return "node_modules is missing or incomplete";
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === "") continue;
    const found = installed.packages[path];
    if (found === undefined && !mayBeAbsent(wanted, platform, arch)) return `${path} is missing`;
    if (found !== undefined && found.version !== wanted.version) return `${path} is not ${wanted.version}`;
  }
  const extra = Object.keys(installed.packages).find((path) => lock.packages[path] === undefined);
  return extra === undefined ? undefined : `${extra} is not in the lockfile`;
}

/**
 * npm omits optional packages for other systems. Only npm knows the C library of this system, and a package without
 * `os` and `cpu` (a WebAssembly fallback) may be omitted anywhere.
 */
function mayBeAbsent(wanted, platform, arch) {
  if (wanted.optional !== true && wanted.devOptional !== true) return false;
  const isMadeForHere = allows(wanted.os, platform) && allows(wanted.cpu, arch) && wanted.libc === undefined;
  return !isMadeForHere;
}

function allows(list, name) {
  return list?.includes(name) === true;
}

function readJson(name) {
  const file = new URL(name, projectRoot);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
