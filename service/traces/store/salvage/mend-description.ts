import { Slices } from "@/service/kernel/concurrency/loop-turns";
import {
  type DescriptionFile,
  type Misfits,
  misfitsOf,
  type PartDescription,
  type ReadDescription,
  readDescription,
  readers,
  type TableColumns,
} from "./part-description";

const FILES: readonly DescriptionFile[] = ["columns", "substreams", "serialization"];

interface Candidate {
  readonly part: PartDescription;
  readonly read: ReadDescription;
  readonly misfits: Misfits;
}

/** True when the files fit each other and the table. */
export const isSound = (part: PartDescription, table: TableColumns): boolean =>
  misfitsOf(readDescription(part), table).wrong.length === 0;

/**
 * Returns the description with the one byte as it was that makes everything fit; null where no byte does, or where several
 * do that say something else. First looks at changed bits, then at all bytes.
 */
export async function mendDescription(part: PartDescription, table: TableColumns): Promise<PartDescription | null> {
  const whole = withColumns(part, table);
  const read = readDescription(whole);
  const given = { part: whole, read, misfits: misfitsOf(read, table) };
  if (given.misfits.wrong.length === 0) return whole;
  for (const bytesFor of [changedBits, otherBytes]) {
    const [first, ...others] = await bestOf(given, table, bytesFor);
    if (first === undefined) continue;
    return others.every((other) => meaningOf(other) === meaningOf(first)) ? first.part : null;
  }
  return null;
}

/** A list of columns that is gone is the one of the other file, with the types of the table. */
function withColumns(part: PartDescription, table: TableColumns): PartDescription {
  const { columns, substreams } = readDescription(part);
  if (columns !== undefined || !substreams) return part;
  const lines = [...substreams.keys()].map((name) => `\`${name}\` ${table.get(name) ?? ""}\n`);
  return { ...part, columns: `columns format version: 1\n${lines.length} columns:\n${lines.join("")}` };
}

/** Everything that a description says but the numbers of defaults, which do not decide how anything is read. */
function meaningOf({ part, read }: Candidate): string {
  const kinds = read.serialization && {
    ...read.serialization,
    columns: read.serialization.columns.map(({ name, kind, subcolumns = [] }) => [
      ...[name, kind],
      ...subcolumns.map((each) => each.kind),
    ]),
  };
  return JSON.stringify([part.columns, part.substreams, kinds]);
}

/** Returns the descriptions that fit, of those that differ from the given one in one byte: the ones that fit best. */
async function bestOf(given: Candidate, table: TableColumns, bytesFor: typeof changedBits): Promise<Candidate[]> {
  const slices = new Slices("mending");
  let best: Candidate[] = [];
  let fewest = given.read.columns ? given.misfits.unknown : Number.POSITIVE_INFINITY;
  for (const file of FILES) {
    // One byte cannot mend two files.
    if (FILES.some((other) => other !== file && given.read[other] === null)) continue;
    for (const text of changedTexts(given, file, bytesFor)) {
      if (slices.isOver) await slices.next();
      const content = readers[file](text);
      if (content === null) continue;
      const read: ReadDescription = { ...given.read, [file]: content };
      // Most candidates leave what is wrong as it is, which takes less to see than all of it.
      if (misfitsOf(about(read, given.misfits.wrong), table).wrong.length > 0) continue;
      const misfits = misfitsOf(read, table);
      if (misfits.wrong.length > 0 || misfits.unknown > fewest) continue;
      if (misfits.unknown < fewest) best = [];
      fewest = misfits.unknown;
      best.push({ part: { ...given.part, [file]: text }, read, misfits });
    }
  }
  return best;
}

/** Returns what is said about some columns; all of it where it is not known which are wrong. */
function about(read: ReadDescription, names: readonly string[]): ReadDescription {
  if (names.includes("")) return read;
  const { columns, substreams, serialization } = read;
  const chosen = <Value>(entries: ReadonlyMap<string, Value>) =>
    new Map(names.flatMap((name) => (entries.has(name) ? [[name, entries.get(name) as Value] as const] : [])));
  return {
    ...read,
    columns: columns && chosen(columns),
    substreams: substreams && chosen(substreams),
    serialization: serialization && {
      ...serialization,
      columns: serialization.columns.filter(({ name }) => names.includes(name)),
    },
  };
}

function* changedTexts({ part, read, misfits }: Candidate, file: DescriptionFile, bytesFor: typeof changedBits) {
  const text = part[file] ?? "";
  const isAnywhere = read[file] === null || misfits.wrong.includes("");
  for (const [from, to] of isAnywhere ? [[0, text.length] as const] : placesOf(text, misfits.wrong.map(QUOTED[file])))
    for (let at = from; at < to; at += 1)
      for (const byte of bytesFor(text.charCodeAt(at)))
        yield text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
}

/** How a file names a column. */
const QUOTED: Readonly<Record<DescriptionFile, (name: string) => string>> = {
  columns: (name) => `\`${name}\``,
  substreams: (name) => `\`${name}\``,
  serialization: (name) => `"name":"${name}"`,
};

/** As far as the lines about one column go at most. */
const AROUND = 2000;

/** Returns the places where the names of columns are, with what is said about them. */
function placesOf(text: string, names: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const found = names.map((name) => text.indexOf(name)).filter((at) => at >= 0);
  if (found.length === 0) return [];
  return [[Math.max(0, Math.min(...found) - AROUND), Math.min(text.length, Math.max(...found) + AROUND)]];
}

const changedBits = (byte: number): readonly number[] => [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => byte ^ bit);

/** The bytes that the files of the engine have. */
const BYTES = [9, 10, ...Array.from({ length: 95 }, (_, at) => 32 + at)];

const otherBytes = (byte: number): readonly number[] => BYTES.filter((each) => each !== byte);
