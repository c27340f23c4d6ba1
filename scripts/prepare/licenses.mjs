import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { projectRoot } from "./project.mjs";

const PREFIX = "node_modules/";
const LICENSE_FILE = /^(licen[cs]e|notice|copying)([.-].*)?$/i;

/** Packages for tests, checks and builds, of which nothing is in the build. */
const TOOLS =
  /^(@20minutes\/s3rver|@axe-core\/|@biomejs\/|@playwright\/|@testing-library\/|@types\/|@vitest\/|@tailwindcss\/|esbuild$|fast-check$|jsdom$|knip$|oxc-parser$|playwright|tsx$|typescript$|vite$|vitest$|weave$)/;

/**
 * The paths of the packages that a build may contain, and of what these need: all but tools.
 *
 * @param {Record<string, { dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }>} packages of a lockfile
 */
export function builtPackages(packages) {
  const { dependencies = {}, devDependencies = {} } = packages[""] ?? {};
  const found = new Set();
  const visit = (/** @type {string} */ name, /** @type {string} */ from) => {
    const path = pathFrom(packages, name, from);
    if (path === null || found.has(path) || TOOLS.test(name)) return;
    found.add(path);
    const own = packages[path];
    for (const needed of Object.keys({ ...own?.dependencies, ...own?.optionalDependencies })) visit(needed, path);
  };
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) visit(name, "");
  return [...found].sort();
}

/**
 * Where Node finds a package: in the nearest `node_modules` on the way up.
 *
 * @param {Record<string, object>} packages
 * @param {string} name
 * @param {string} from
 */
function pathFrom(packages, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${PREFIX}`)))) {
    const path = `${at === "" ? "" : `${at}/`}${PREFIX}${name}`;
    if (path in packages) return path;
    if (at === "") return null;
  }
}

/** @param {string} path */
function licenseText(path) {
  const folder = new URL(`${path}/`, projectRoot);
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter((name) => LICENSE_FILE.test(name));
  const texts = files.map((name) => readFileSync(new URL(name, folder), "utf8").trim());
  return texts.length === 0 ? null : texts.join("\n\n");
}

/**
 * Writes the licenses of the packages that the build contains: each text once, below the packages that it is of. Those
 * without a text are named with the license that they state.
 *
 * @param {string} file
 */
export function writeLicenses(file) {
  const { packages } = JSON.parse(readFileSync(new URL("package-lock.json", projectRoot), "utf8"));
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const path of builtPackages(packages)) {
    const { version, license = "not stated" } = packages[path];
    const text = licenseText(path) ?? `License: ${license}`;
    const name = `${path.slice(path.lastIndexOf(PREFIX) + PREFIX.length)} ${version}`;
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  const parts = [...byText].map(([text, names]) => `${[...new Set(names)].join("\n")}\n\n${text}\n`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `Heddle contains code of these packages.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`);
}
