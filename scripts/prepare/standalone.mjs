import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { projectRoot } from "./project.mjs";

const STANDALONE = new URL(".next/standalone/", projectRoot);

/**
 * Packages with code for one platform, which are loaded from the dependencies of Heddle instead, and those of the
 * unused image optimizer: without them the output runs on any platform.
 */
const NATIVE = ["@img", "@libsql", "@neon-rs", "@node-rs", "libsql", "sharp"];

/** The name that Next gives to a package outside of the bundle: "@libsql/client-6da9…/sqlite3". */
const EXTERNAL = /"((?:@[\w.-]+\/)?[\w.-]+)-([0-9a-f]{16})(\/[\w./-]+)?"/g;

/**
 * Completes the standalone output of Next, so that it can be copied and packed: adds the files that browsers load and the
 * documents that a page shows, and replaces links to packages, which archives of npm do not hold, with files that load
 * the package.
 */
export function completeStandalone() {
  cpSync(new URL(".next/static/", projectRoot), new URL(".next/static/", STANDALONE), { recursive: true });
  cpSync(new URL("public/", projectRoot), new URL("public/", STANDALONE), { recursive: true });
  copyGuides();
  replaceLinks(new URL(".next/node_modules/", STANDALONE));
  removeTraces();
  for (const name of NATIVE) rmSync(new URL(`node_modules/${name}`, STANDALONE), { recursive: true, force: true });
}

/** Next's lists of the files that each page needs, from which it made this output: 5.8 MB that nothing reads any more. */
function removeTraces() {
  const server = new URL(".next/server/", STANDALONE);
  for (const entry of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (entry.endsWith(".nft.json")) rmSync(new URL(entry, server));
  }
}

/** The folders of documents that the page "Documentation" shows. */
const GUIDE_FOLDERS = ["use", "log", "train", "operate"];

function copyGuides() {
  cpSync(new URL("docs/configuration.md", projectRoot), new URL("docs/configuration.md", STANDALONE));
  for (const folder of GUIDE_FOLDERS) {
    cpSync(new URL(`docs/${folder}/`, projectRoot), new URL(`docs/${folder}/`, STANDALONE), { recursive: true });
  }
}

function replaceLinks(folder) {
  if (!existsSync(folder)) return;
  rmSync(folder, { recursive: true });
  for (const [alias, { name, entries }] of externalPackages()) {
    const place = new URL(`${alias}/`, folder);
    mkdirSync(place, { recursive: true });
    const exportsByEntry = {};
    for (const entry of entries) {
      const file = `./entry${entry.replaceAll("/", "-")}`;
      const target = JSON.stringify(`${name}${entry}`);
      writeFileSync(new URL(`${file}.cjs`, place), `module.exports = require(${target});\n`);
      writeFileSync(new URL(`${file}.mjs`, place), `export * from ${target};\n`);
      exportsByEntry[`.${entry}`] = { import: `${file}.mjs`, require: `${file}.cjs` };
    }
    writeFileSync(new URL("package.json", place), JSON.stringify({ name: alias, exports: exportsByEntry }));
  }
}

/** The packages outside of the bundle by their names in it, with the entries that are loaded. */
function externalPackages() {
  const found = new Map();
  const server = new URL(".next/server/", STANDALONE);
  for (const entry of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith(".js")) continue;
    for (const [, name, hash, path = ""] of readFileSync(new URL(entry, server), "utf8").matchAll(EXTERNAL)) {
      if (!existsSync(new URL(`node_modules/${name}/package.json`, projectRoot))) continue;
      const alias = `${name}-${hash}`;
      if (!found.has(alias)) found.set(alias, { name, entries: new Set() });
      found.get(alias).entries.add(path);
    }
  }
  return found;
}
