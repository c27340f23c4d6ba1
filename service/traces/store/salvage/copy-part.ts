import { copyFile, link, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NOTE_FILE } from "./salvage-note";

/** The name of a part, after the reason that the engine may write before it. */
const PART = /^(?:[a-z-]+_)?((?:all|\d+)(?:_\d+){3,4})(?:_try\d+)?$/;

/** Files that are the same in every part that this version writes, with a text or bytes of the engine's own. */
const SAME_IN_ALL = ["columns.txt", "default_compression_codec.txt", "partition.dat"];

/** How a part is copied. */
interface CopyChoice {
  /** The number of its rows. */
  readonly rows: number;
  /** A whole part of the same table, from which a file is taken that differs by one byte; null for none. */
  readonly reference: string | null;
  /** Without what the engine can compute again: checksums, indexes that skip, projections and the list of columns. */
  readonly isBare: boolean;
}

/** Returns the name of the part in a folder that lies aside; null for a folder that is none. */
export const partNameOf = (folder: string): string | null => PART.exec(folder)?.[1] ?? null;

/**
 * Returns how many rows a part has: what most of its files say that say it, or all of them. Null where that is not known:
 * with a smaller number, rows would be missing without a mark, and with a greater one the engine may read what is none.
 *
 * @param reason what is damaged, in the engine's own words
 */
export async function countRowsOf(folder: string, reason: string): Promise<number | null> {
  const names = await readdir(folder);
  const projections = names.filter((name) => name.endsWith(".proj")).map((name) => join(folder, name));
  const isOwnWrong = /(?<!\.proj\/)\bcount\.txt/.test(reason);
  const texts = await Promise.all(
    [...(isOwnWrong ? [] : [folder]), ...projections].map((each) =>
      readFile(join(each, "count.txt"), "utf8").catch(() => ""),
    ),
  );
  const counts = texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number);
  const most = counts.find((count, at) => counts.indexOf(count) !== at);
  return most ?? (counts.length === 1 ? (counts[0] ?? null) : null);
}

/**
 * Copies a part that lies aside, so that the engine can read it in another table. The large files are linked: the engine
 * never changes them.
 */
export async function copyPart(from: string, to: string, { rows, reference, isBare }: CopyChoice): Promise<void> {
  const names = await readdir(from);
  // Such a part has one file for all columns, whose order is in the list of columns.
  const isCompact = names.includes("data.bin");
  const isLeftOut = (name: string) =>
    name.startsWith(NOTE_FILE) ||
    (isBare && (/^checksums\.txt$|\.proj$|^skp_idx_/.test(name) || (!isCompact && name === "columns.txt")));
  await copyFolder(from, to, isLeftOut);
  await writeFile(join(to, "count.txt"), String(rows));
  if (reference === null) return;
  for (const name of SAME_IN_ALL) await takeFrom(reference, to, name);
}

async function copyFolder(from: string, to: string, isLeftOut: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry;
    if (isLeftOut(name)) continue;
    if (entry.isDirectory()) await copyFolder(join(from, name), join(to, name), () => false);
    else if (name.endsWith(".bin")) await linkOrCopy(join(from, name), join(to, name));
    else await copyFile(join(from, name), join(to, name));
  }
}

/** A folder beside the data may be on another file system. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await copyFile(from, to);
  }
}

async function takeFrom(reference: string, to: string, name: string): Promise<void> {
  const [right, own] = await Promise.all(
    [reference, to].map((folder) => readFile(join(folder, name)).catch(() => null)),
  );
  if (!right || !own || right.length !== own.length) return;
  // A difference of more bytes may be another version's.
  if (right.filter((byte, at) => byte !== own[at]).length === 1) await writeFile(join(to, name), right);
}
