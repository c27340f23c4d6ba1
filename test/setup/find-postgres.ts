import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Folders in which distributions install the programs of each version; only some of them are in PATH. */
const VERSIONS = "/usr/lib/postgresql";

/** Returns the folder of PostgreSQL's programs, or null where it is not installed. */
export function findPostgres(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map((version) => join(VERSIONS, version, "bin")) : [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...versions];
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name)))) ?? null;
}
