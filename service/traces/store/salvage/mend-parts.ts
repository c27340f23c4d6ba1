import { open, readdir, readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { partNameOf } from "./copy-part";
import { isSound, mendDescription } from "./mend-description";
import { DESCRIPTION_FILES, type DescriptionFile, type PartDescription, type TableColumns } from "./part-description";
import { readTableFile, type StoredTable } from "./table-file";

/** More parts than this that do not fit are of a version whose files are not known here, and not of damage. */
const MAX_UNSOUND = 32;

/** A part whose small files did not fit. */
interface MendedPart {
  /** The folder of the part, or of a projection of it. */
  readonly folder: string;
  /** What was mended in place; nothing where it could not be. */
  readonly files: readonly string[];
}

interface FoundPart {
  readonly folder: string;
  readonly table: StoredTable;
}

/**
 * Mends the small files of parts in which one byte changed, before the engine reads them: it does so when it opens a table,
 * without a look at their checksums, and refuses the part as a whole, or leaves its rows out without a failure.
 *
 * @param folder of the engine, which must not be open
 */
export async function mendParts(folder: string): Promise<readonly MendedPart[]> {
  const unsound: FoundPart[] = [];
  const mended: MendedPart[] = [];
  for (const part of await partsIn(join(folder, "store"))) {
    if (await mendRange(part)) mended.push({ folder: part.folder, files: [rangeFile(part.table)] });
    for (const own of [part.folder, ...(await projectionsIn(part.folder))]) {
      const description = await describePart(own);
      // What says nothing of its columns the engine sets aside.
      if (description !== null && !isSound(description, part.table.columns)) unsound.push({ ...part, folder: own });
    }
  }
  if (unsound.length > MAX_UNSOUND) return mended;
  for (const part of unsound) {
    mended.push({ folder: part.folder, files: (await mendPart(part.folder, part.table.columns)) ?? [] });
  }
  return mended;
}

/** Mends the description of one part. Returns the files that were; null when it does not fit, and cannot be mended. */
async function mendPart(folder: string, table: TableColumns): Promise<readonly string[] | null> {
  const part = await describePart(folder);
  if (part === null) return null;
  const right = await mendDescription(part, table);
  if (right === null) return null;
  const changed = (Object.keys(DESCRIPTION_FILES) as DescriptionFile[]).filter((file) => part[file] !== right[file]);
  for (const file of changed)
    await replaceFile(folder, DESCRIPTION_FILES[file], Buffer.from(right[file] ?? "", "latin1"));
  return changed.map((file) => DESCRIPTION_FILES[file]);
}

/** Mends a copy of a part. Returns false when what it says of its columns does not fit: the engine would believe it. */
export async function mendCopy(folder: string, table: TableColumns): Promise<boolean> {
  for (const own of [folder, ...(await projectionsIn(folder))]) if ((await mendPart(own, table)) === null) return false;
  return true;
}

/** Reads the description of a part; null for a folder without any. */
async function describePart(folder: string): Promise<PartDescription | null> {
  const read = (file: DescriptionFile) => readFile(join(folder, DESCRIPTION_FILES[file]), "latin1").catch(() => null);
  const [names, columns, substreams, serialization] = await Promise.all([
    namesIn(folder),
    read("columns"),
    read("substreams"),
    read("serialization"),
  ]);
  if (columns === null && substreams === null) return null;
  return { columns, substreams, serialization, isCompact: names.includes("data.bin") };
}

/** The parts of all tables. */
async function partsIn(store: string): Promise<FoundPart[]> {
  const tables = new Map<string, StoredTable>();
  const folders: { readonly id: string; readonly folder: string; readonly names: readonly string[] }[] = [];
  for (const prefix of await namesIn(store)) {
    for (const id of await namesIn(join(store, prefix))) {
      const folder = join(store, prefix, id);
      const names = await namesIn(folder);
      folders.push({ id, folder, names });
      // The folder of the database has a file for each table.
      for (const name of names.filter((each) => each.endsWith(".sql"))) {
        const table = readTableFile(await readFile(join(folder, name), "utf8").catch(() => ""));
        if (table !== null) tables.set(table.id, table);
      }
    }
  }
  return folders.flatMap(({ id, folder, names }) => {
    const table = tables.get(id);
    if (table === undefined) return [];
    return names.filter((name) => partNameOf(name) === name).map((name) => ({ folder: join(folder, name), table }));
  });
}

const projectionsIn = async (part: string) =>
  (await namesIn(part)).filter((name) => name.endsWith(".proj")).map((name) => join(part, name));

const rangeFile = ({ partition }: StoredTable) => `minmax_${partition}.idx`;

/**
 * Mends the file with the least and the greatest value of the column by which a table is partitioned. Both are the
 * partition, which the name of the part begins with. Returns whether it was wrong.
 */
async function mendRange({ folder, table }: FoundPart): Promise<boolean> {
  if (table.partition === null || table.columns.get(table.partition) !== "UInt32") return false;
  const partition = Number(basename(folder).split("_")[0]);
  const stored = await readFile(join(folder, rangeFile(table))).catch(() => null);
  if (!Number.isInteger(partition) || stored?.length !== 8) return false;
  const right = Buffer.alloc(8);
  right.writeUInt32LE(partition, 0);
  right.writeUInt32LE(partition, 4);
  if (right.equals(stored)) return false;
  await replaceFile(folder, rangeFile(table), right);
  return true;
}

/** On disk as a whole when it resolves. */
async function replaceFile(folder: string, name: string, content: Buffer): Promise<void> {
  const partial = join(folder, `${name}.partial`);
  const file = await open(partial, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, name));
}

/** None where the folder is no folder, or not there. */
const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);
