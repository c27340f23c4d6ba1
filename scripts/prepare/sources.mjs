import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./project.mjs";

const TEST_FILE = /\.test\.tsx?$/;

/**
 * Returns a digest of the names and contents of source files: equal digests mean that the build is up to date.
 *
 * @param {readonly string[]} places files and folders, relative to the project; a missing one counts as empty.
 */
export function digestOfSources(places) {
  const hash = createHash("sha256");
  // A build of another Node version may not run here: the native packages differ.
  hash.update(`${process.versions.modules} ${process.platform} ${process.arch}\n`);
  for (const place of places) {
    for (const file of filesOf(place)) {
      const bytes = readFileSync(join(projectFolder, file));
      hash.update(`${file}\n${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest("hex");
}

/** Files below a path in a fixed order, without tests. */
function filesOf(place) {
  const path = join(projectFolder, place);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [place];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !TEST_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(projectFolder.length))
    .sort();
}
