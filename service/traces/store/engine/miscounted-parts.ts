import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "./store";

const PART = /^\w+_\d+_\d+_\d+$/;

/** The beginning of the names that the engine gives to parts that it sets aside when it opens a table. */
const ASIDE_PREFIX = "broken-on-start_";

/**
 * Sets parts aside whose file with the number of rows says none although there are some. The engine believes that file,
 * and deletes an empty part soon after it opened the table. Any other wrong number is found by {@link readMiscountedParts}.
 *
 * @param folder of the engine, which must not be open
 */
export async function setMiscountedPartsAside(folder: string): Promise<void> {
  const store = join(folder, "store");
  for (const prefix of await namesIn(store)) {
    for (const id of await namesIn(join(store, prefix))) {
      const table = join(store, prefix, id);
      for (const part of (await namesIn(table)).filter((name) => PART.test(name))) {
        if (!(await isMiscounted(join(table, part)))) continue;
        await mkdir(join(table, "detached"), { recursive: true, mode: 0o700 });
        await rename(join(table, part), join(table, "detached", `${ASIDE_PREFIX}${part}`));
      }
    }
  }
}

async function isMiscounted(part: string): Promise<boolean> {
  const count = await readFile(join(part, "count.txt"), "utf8").catch(() => "");
  if (!/^0+$/.test(count)) return false;
  // A part that is truly empty, as the engine writes when rows are removed, has no bytes of columns.
  const columns = (await namesIn(part)).filter((name) => name.endsWith(".bin"));
  const sizes = await Promise.all(columns.map(async (name) => (await stat(join(part, name))).size));
  return sizes.some((size) => size > 0);
}

/** None where the folder is no folder, or not there. */
const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

/**
 * Returns the parts whose file with the number of rows says another number than those of their projections, which have a
 * row for each row: a count would be wrong, and nothing else notices before all checksums are compared. The engine has
 * both numbers in memory.
 */
export function readMiscountedParts(store: Store): Promise<{ table: string; part: string }[]> {
  return store.read({
    sql: `SELECT DISTINCT table, parent_name AS part FROM system.projection_parts
WHERE database = currentDatabase() AND active AND rows != parent_rows ORDER BY table, part`,
  });
}
