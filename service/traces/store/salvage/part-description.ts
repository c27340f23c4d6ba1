import { z } from "zod";
import { elementStreamOf, streamOf, streamsOf, tupleElements } from "./column-streams";

/**
 * The files of a part that say what its columns are and how they are stored. With a wrong byte in them the engine refuses the
 * part, or believes them. Each byte is one character.
 */
export interface PartDescription {
  /** `columns.txt`; null where there is none. */
  readonly columns: string | null;
  /** `columns_substreams.txt`; older versions wrote none. */
  readonly substreams: string | null;
  /** `serialization.json`; older versions wrote none. */
  readonly serialization: string | null;
  /** All columns are in one file. */
  readonly isCompact: boolean;
}

/** The names of these files. */
export const DESCRIPTION_FILES = {
  columns: "columns.txt",
  substreams: "columns_substreams.txt",
  serialization: "serialization.json",
} as const;

export type DescriptionFile = keyof typeof DESCRIPTION_FILES;

/** The columns of a table: their types by their names, as the engine writes both. */
export type TableColumns = ReadonlyMap<string, string>;

const storedAs = z.enum(["Default", "Sparse"]);
const count = z.number().int();
const serializationFile = z.strictObject({
  columns: z.array(
    z.strictObject({
      kind: storedAs,
      name: z.string(),
      num_defaults: count,
      num_rows: count,
      subcolumns: z.array(z.strictObject({ kind: storedAs, num_defaults: count, num_rows: count })).optional(),
    }),
  ),
  propagate_types_serialization_versions_to_nested_types: z.boolean().optional(),
  types_serialization_versions: z.strictObject({ string: z.union([z.literal(0), z.literal(1)]) }).optional(),
  version: z.union([z.literal(0), z.literal(1)]),
});

type Serialization = z.infer<typeof serializationFile>;

/** What each file says; null where it cannot be read, undefined where there is none. */
export interface ReadDescription {
  readonly columns: TableColumns | null | undefined;
  readonly substreams: ReadonlyMap<string, readonly string[]> | null | undefined;
  readonly serialization: Serialization | null | undefined;
  readonly isCompact: boolean;
}

/** Reads one of the files. Returns null when its content cannot be. */
export const readers = { columns: readColumns, substreams: readSubstreams, serialization: readSerialization } as const;

export function readDescription(part: PartDescription): ReadDescription {
  return {
    columns: part.columns === null ? undefined : readColumns(part.columns),
    substreams: part.substreams === null ? undefined : readSubstreams(part.substreams),
    serialization: part.serialization === null ? undefined : readSerialization(part.serialization),
    isCompact: part.isCompact,
  };
}

function readColumns(text: string): TableColumns | null {
  const [head, size, ...lines] = text.split("\n");
  if (lines.pop() !== "" || head !== "columns format version: 1" || size !== `${lines.length} columns:`) return null;
  const columns = new Map<string, string>();
  for (const line of lines) {
    const [, name, type] = /^`([^`]+)` (.+)$/.exec(line) ?? [];
    if (name === undefined || type === undefined || columns.has(name)) return null;
    columns.set(name, type);
  }
  return columns;
}

function readSubstreams(text: string): ReadonlyMap<string, readonly string[]> | null {
  const [head, size, ...lines] = text.split("\n");
  if (lines.pop() !== "" || head !== "columns substreams version: 1") return null;
  const streams = new Map<string, string[]>();
  let own: string[] = [];
  let left = 0;
  for (const line of lines) {
    if (left > 0) {
      if (!line.startsWith("\t")) return null;
      own.push(line.slice(1));
      left -= 1;
      continue;
    }
    const [, number, name] = /^(\d{1,4}) substreams for column `([^`]+)`:$/.exec(line) ?? [];
    if (name === undefined || streams.has(name)) return null;
    own = [];
    left = Number(number);
    streams.set(name, own);
  }
  return left === 0 && size === `${streams.size} columns:` ? streams : null;
}

function readSerialization(text: string): Serialization | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return serializationFile.safeParse(value).data ?? null;
}

/** What does not fit in the description of a part. */
export interface Misfits {
  /** The columns of which one file says what another one, or the table, contradicts; empty for what is of no column. */
  readonly wrong: readonly string[];
  /** How many columns the table does not have: older parts may have such. */
  readonly unknown: number;
}

/** Compares what the files say with each other and with the table. */
export function misfitsOf(part: ReadDescription, table: TableColumns): Misfits {
  const { columns, substreams, serialization } = part;
  const unreadable = [columns, substreams, serialization].filter((file) => file === null).map(() => "");
  if (!columns) return { wrong: columns === undefined ? [...unreadable, ""] : unreadable, unknown: 0 };
  const unknown = [...columns].filter(([name, type]) => table.get(name) !== type);
  const absent = [...table].filter(([name, type]) => columns.get(name) !== type);
  const changed = unknown.filter((own) => absent.some((right) => differInOne(entryOf(own), entryOf(right))));
  const wrong = [
    ...unreadable,
    ...changed.map(([name]) => name),
    ...(substreams ? wrongStreams(substreams, columns, part) : []),
    ...(serialization ? wrongSerializations(serialization, columns) : []),
  ];
  return { wrong, unknown: unknown.length };
}

const entryOf = ([name, type]: readonly [string, string]) => `\`${name}\` ${type}`;

/** True for texts of one length that differ in one character. */
function differInOne(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let found = 0;
  for (let at = 0; at < one.length && found < 2; at += 1) if (one[at] !== other[at]) found += 1;
  return found === 1;
}

function wrongStreams(
  substreams: ReadonlyMap<string, readonly string[]>,
  columns: TableColumns,
  { serialization, isCompact }: ReadDescription,
): readonly string[] {
  const sparse = serialization ? sparseStreams(serialization, columns) : null;
  const hasSizes = serialization
    ? serialization.types_serialization_versions?.string === 1
    : [...substreams].some(([name, streams]) => columns.get(name) === "String" && streams.length > 1);
  const isRight = (name: string, streams: readonly string[]) => {
    const type = columns.get(name);
    if (type === undefined) return false;
    const isSparse = (stream: string) => sparse?.has(stream) ?? streams.includes(`${stream}.sparse.idx`);
    const expected = streamsOf(streamOf(name), type, { isCompact, hasSizes, isSparse });
    return expected === null || expected.join("\n") === streams.join("\n");
  };
  return [
    ...[...columns.keys()].filter((name) => !substreams.has(name)),
    ...[...substreams].filter(([name, streams]) => !isRight(name, streams)).map(([name]) => name),
  ];
}

/** The streams whose values are stored without those that are defaults. */
function sparseStreams({ columns }: Serialization, types: TableColumns): ReadonlySet<string> {
  const sparse = new Set<string>();
  for (const { kind, name, subcolumns = [] } of columns) {
    const stream = streamOf(name);
    if (kind === "Sparse") sparse.add(stream);
    for (const [at, element] of tupleElements(types.get(name) ?? "").entries())
      if (subcolumns[at]?.kind === "Sparse") sparse.add(elementStreamOf(stream, element));
  }
  return sparse;
}

function wrongSerializations({ columns, ...others }: Serialization, types: TableColumns): readonly string[] {
  const names = columns.map(({ name }) => name);
  const hasVersions = others.types_serialization_versions !== undefined;
  const isOfOneVersion =
    hasVersions === (others.version === 1) &&
    hasVersions === (others.propagate_types_serialization_versions_to_nested_types !== undefined);
  return [
    ...names.filter((name, at) => !types.has(name) || names.indexOf(name) !== at),
    ...(isOfOneVersion ? [] : [""]),
  ];
}
