import { copyFile, link, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { NOTE_FILE } from "./salvage-note";

/** The name of a part, after the reason that the engine may write before it. */
const PART = /^(?:(?!all_)[a-z-]+_)?((?:all|\d+)(?:_\d+){3,4})(?:_try\d+)?$/;

/** Files that are the same in every part that this version writes, with a text of the engine's own. */
const SAME_IN_ALL = ["default_compression_codec.txt", "metadata_version.txt"];

/** How a part is copied. */
interface CopyChoice {
  /** The number of its rows. */
  readonly rows: number;
  /** A whole part of the same table, from which a file is taken that differs by one byte; null for none. */
  readonly reference: string | null;
  /** Without what the engine can compute again: checksums, indexes that skip and projections. */
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
  const isLeftOut = (name: string) =>
    name.startsWith(NOTE_FILE) || (isBare && /^checksums\.txt$|\.proj$|^skp_idx_/.test(name));
  await copyFolder(from, to, isLeftOut);
  await writeFile(join(to, "count.txt"), String(rows));
  if (reference === null) return;
  for (const name of SAME_IN_ALL) await takeRight(to, name, await contentOf(reference, name));
  const partition = await contentOf(reference, PARTITION_FILE);
  await takeRight(to, PARTITION_FILE, partition && partitionAs(partition, numberIn(reference), numberIn(to)));
}

const PARTITION_FILE = "partition.dat";

/** The number of the partition in the name of a part; null where partitions have no numbers. */
function numberIn(folder: string): number | null {
  const partition = partNameOf(basename(folder))?.split("_")[0] ?? "all";
  return partition === "all" ? null : Number(partition);
}

/** Returns the file of a part's own partition; null where that of another part does not say its number as expected. */
function partitionAs(stored: Buffer, itsNumber: number | null, ownNumber: number | null): Buffer | null {
  if (itsNumber === ownNumber) return stored;
  if (itsNumber === null || ownNumber === null || stored.length !== 4 || stored.readUInt32LE() !== itsNumber)
    return null;
  const right = Buffer.alloc(4);
  right.writeUInt32LE(ownNumber);
  return right;
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

const contentOf = (folder: string, name: string) => readFile(join(folder, name)).catch(() => null);

/** Replaces a file by the right one, from which it differs by one byte. */
async function takeRight(to: string, name: string, right: Buffer | null): Promise<void> {
  const own = await contentOf(to, name);
  if (!right || !own || right.length !== own.length) return;
  // A difference of more bytes may be another version's.
  if (right.filter((byte, at) => byte !== own[at]).length === 1) await writeFile(join(to, name), right);
}
