import { readdir, readFile, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StoreClosed } from "@/service/kernel/errors/store-errors";
import type { AsidePart } from "@/service/traces/store/engine/damaged-parts";
import { addedUp, type Loss, readLossesWhere } from "@/service/traces/store/engine/part-losses";
import type { Store } from "@/service/traces/store/engine/store";
import {
  attachCopies,
  detachCopies,
  detachedFolder,
  dropSalvageTables,
  nameOf,
  notedAs,
  SALVAGE_TABLES,
  type SalvageStep,
} from "./attach-copies";
import { copyPart, countRowsOf, partNameOf } from "./copy-part";
import { mendCopy } from "./mend-parts";
import { piecesOf, type RowRange, sortRanges } from "./readable-ranges";
import { removedSinceSql } from "./removed-meanwhile";
import type { SalvageNote } from "./salvage-note";
import { readShape, type TableShape } from "./table-shape";

const { from: FROM, to: TO } = SALVAGE_TABLES;

/** Reading a large part may take minutes. */
const READ_TIMEOUT_MS = 6 * 3_600_000;

/** Where the engine cannot say which rows it reads together. */
const ASSUMED_GRANULE = 2048;

/** Rows that are copied at once: other statements have their turn in between. */
const ROWS_PER_COPY = 65_536;

/** Free space that a copy leaves to others. */
const MIN_FREE_BYTES = 256 * 1024 ** 2;

export interface SalvageOptions {
  /** Called between pieces of work. */
  readonly rested?: () => Promise<void>;
  /** Called after each step. */
  readonly onStep?: (step: SalvageStep) => Promise<void>;
}

/**
 * Stores the rows of a part that lies aside again, as far as they can be read, and returns the others; null where it
 * stays as it is.
 *
 * What is copied becomes visible by renaming a folder, which is in one of two places at any time: a stop at any moment
 * neither doubles nor loses a row. The note in the part's folder says what the next start does.
 */
export async function salvagePart(
  store: Store,
  aside: AsidePart,
  note: SalvageNote,
  options: SalvageOptions = {},
): Promise<readonly Loss[] | null> {
  const attaching = note.state === "begun" ? await copyRows(store, aside, note, options) : note;
  if (attaching === null) return null;
  await attachCopies(store, aside, attaching, options.onStep);
  return attaching.missing;
}

async function copyRows(
  store: Store,
  aside: AsidePart,
  note: SalvageNote,
  { rested = async () => undefined, onStep }: SalvageOptions,
): Promise<SalvageNote | null> {
  const { table } = aside;
  if (await isInOthers(store, aside)) return await notedAs(aside, note, { parts: [], missing: [] });
  const shape = await readShape(store, table);
  if (shape.copies === "none" || !(await hasRoom(aside.folder))) return null;
  const rows = await countRowsOf(aside.folder, note.reason);
  if (rows === null) return null;
  await dropSalvageTables(store);
  for (const name of [FROM, TO]) await store.command(`CREATE TABLE ${name} AS ${table}`);
  if (!(await attachDamaged(store, aside, rows, shape))) {
    await dropSalvageTables(store);
    return null;
  }
  const granules = await granulesOf(store, rows);
  const { readable, damaged } = await sortRanges(granules, (range) =>
    canBeRead(store, shape, rows, range).finally(rested),
  );
  const losses: Loss[] = [];
  for (const range of damaged) losses.push(...(await lossesIn(store, shape, rows, range)));
  const exclude = table === "call_rows" ? await removedSinceSql(store, new Date(note.since)) : null;
  // Reading everything needs no index; where that is what is damaged, all is copied at once.
  const [first] = granules;
  const isIndexed = damaged.length > 0 || first === undefined || (await canBeRead(store, shape, rows, first));
  for (const range of readable.flatMap((each) => piecesOf(each, isIndexed ? ROWS_PER_COPY : rows))) {
    await store.command(copySql(table, shape, rowsSql(range, rows), exclude));
    await rested();
  }
  await onStep?.("copied");
  const parts = await detachCopies(store);
  const attaching = await notedAs(aside, note, { parts, missing: addedUp(losses) });
  await onStep?.("noted");
  return attaching;
}

/**
 * True when the table has the parts that this one was merged from, to which the engine returns where they are still
 * there when it is opened: with a copy, their rows would be there twice.
 */
async function isInOthers(store: Store, { table, folder }: AsidePart): Promise<boolean> {
  const name = partNameOf(nameOf(folder));
  const [partition, first, last] = name?.split("_") ?? [];
  if (partition === undefined) return false;
  const count = Number(await readFile(join(folder, "count.txt"), "utf8").catch(() => ""));
  const [found] = await store.read<{ others: number; rows: number; hasAllBlocks: 0 | 1 }>({
    sql: `SELECT count() AS others, toUInt64(sum(parts.rows)) AS rows,
  sum(max_block_number - min_block_number + 1) = ${last} - ${first} + 1 AS hasAllBlocks
FROM system.parts WHERE database = currentDatabase() AND table = '${table}' AND active AND parts.rows > 0
  AND partition_id = '${partition}' AND min_block_number >= ${first} AND max_block_number <= ${last}`,
  });
  if (found === undefined || found.others === 0) return false;
  if (found.hasAllBlocks === 1 || (count > 0 && found.rows >= count)) return true;
  throw new Error(`Some of the parts that ${name} was merged from are there: its rows cannot be told from theirs.`);
}

/** A copy needs about the space that the part has. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > (await sizeOf(folder)) + MIN_FREE_BYTES;
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of files.filter((one) => one.isFile())) bytes += (await stat(join(file.parentPath, file.name))).size;
  return bytes;
}

/** Lets the engine read a copy of the part. Returns false when it cannot. */
async function attachDamaged(
  store: Store,
  { folder }: AsidePart,
  rows: number,
  { types }: TableShape,
): Promise<boolean> {
  const name = partNameOf(nameOf(folder));
  if (name === null) return false;
  const target = join(await detachedFolder(store, FROM), name);
  const attempts = [
    async () => ({ rows, reference: null, isBare: false }),
    async () => ({ rows, reference: await referencePart(store), isBare: false }),
    async () => ({ rows, reference: await referencePart(store), isBare: true }),
  ];
  for (const attempt of attempts) {
    // What an attempt that failed left.
    await rm(dirname(target), { recursive: true, force: true });
    const choice = await attempt();
    await copyPart(folder, target, choice);
    if (!(await mendCopy(target, types))) continue;
    try {
      await store.command(`ALTER TABLE ${FROM} ATTACH PART '${name}'`);
      break;
    } catch (error) {
      if (error instanceof StoreClosed) throw error;
    }
  }
  await store.command(`TRUNCATE TABLE ${TO}`);
  const attached = await store.read({
    sql: `SELECT name FROM system.parts WHERE database = currentDatabase() AND table = '${FROM}' AND active`,
  });
  return attached.length > 0;
}

/** A part with one row of empty values, of which the files that all parts share are taken. */
async function referencePart(store: Store): Promise<string | null> {
  const paths = () =>
    store.read<{ path: string }>({
      sql: `SELECT path FROM system.parts WHERE database = currentDatabase() AND table = '${TO}' AND active`,
    });
  if ((await paths()).length === 0) {
    const [first] = await store.read<{ name: string; type: string }>({
      sql: `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = '${TO}'
ORDER BY position LIMIT 1`,
    });
    if (first === undefined) return null;
    const type = first.type.replaceAll("'", "\\'");
    await store.command(`INSERT INTO ${TO} (${first.name}) SELECT defaultValueOfTypeName('${type}')`);
  }
  return (await paths())[0]?.path ?? null;
}

/** SQL of a range of a part's rows. */
const rowsSql = ({ from, to }: RowRange, all: number) =>
  from === 0 && to >= all ? "1" : `_part_offset >= ${from} AND _part_offset < ${to}`;

/** The rows between two marks are what the engine reads at least. */
async function granulesOf(store: Store, rows: number): Promise<readonly RowRange[]> {
  try {
    const marks = await store.read<{ rows: number }>({
      sql: `SELECT toUInt64(rows_in_granule) AS rows FROM mergeTreeIndex(currentDatabase(), '${FROM}')
WHERE rows_in_granule > 0 ORDER BY mark_number`,
    });
    let at = 0;
    return marks.map(({ rows: count }) => {
      at += count;
      return { from: at - count, to: at };
    });
  } catch (error) {
    if (error instanceof StoreClosed) throw error;
    // The index is damaged, which reading by numbers does not need.
    return piecesOf({ from: 0, to: rows }, ASSUMED_GRANULE);
  }
}

async function lossesIn(store: Store, shape: TableShape, all: number, range: RowRange): Promise<readonly Loss[]> {
  const where = rowsSql(range, all);
  const losses = await readLossesWhere(store, { table: FROM, where, rows: range.to - range.from });
  const isUnknown = losses.every(({ projectId }) => projectId === null);
  if (!isUnknown || !shape.key.startsWith("project_id")) return losses;
  const [before, after] = [await projectOf(store, range.from - 1), await projectOf(store, range.to)];
  // Rows are sorted by project, so that those between two rows of one project are of that project.
  if (before === null || before !== after) return losses;
  return losses.map((loss) => ({ ...loss, projectId: before }));
}

/** Returns the project of a row; null where it cannot be read. */
async function projectOf(store: Store, row: number): Promise<string | null> {
  if (row < 0) return null;
  try {
    const [found] = await store.read<{ project: string }>({
      sql: `SELECT project_id AS project FROM ${FROM} WHERE ${rowsSql({ from: row, to: row + 1 }, Number.POSITIVE_INFINITY)}`,
      isRepair: true,
    });
    return found?.project ?? null;
  } catch (error) {
    if (error instanceof StoreClosed) throw error;
    return null;
  }
}

async function canBeRead(store: Store, { columns }: TableShape, all: number, range: RowRange): Promise<boolean> {
  try {
    const [read] = await store.read<{ rows: number }>({
      sql: `SELECT toUInt64(countIf(NOT ignore(${columns.join(", ")}))) AS rows FROM ${FROM} WHERE ${rowsSql(range, all)}`,
      settings: { max_threads: 1 },
      timeoutMs: READ_TIMEOUT_MS,
      isRepair: true,
    });
    return read?.rows === range.to - range.from;
  } catch (error) {
    if (error instanceof StoreClosed) throw error;
    return false;
  }
}

function copySql(table: string, shape: TableShape, rows: string, exclude: string | null): string {
  const columns = shape.columns.join(", ");
  const bound = (of: string) => `(SELECT ${of}((${shape.key})) FROM ${FROM} WHERE ${rows})`;
  const absent =
    shape.copies === "absent"
      ? `
AND (${shape.key}) NOT IN (SELECT ${shape.key} FROM ${table} WHERE (${shape.key}) >= ${bound("min")} AND (${shape.key}) <= ${bound("max")})`
      : "";
  const kept = exclude === null ? "" : `\nAND NOT (${exclude})`;
  return `INSERT INTO ${TO} (${columns}) SELECT ${columns} FROM ${FROM} WHERE ${rows}${absent}${kept}
SETTINGS max_threads = 1, max_insert_threads = 1`;
}
