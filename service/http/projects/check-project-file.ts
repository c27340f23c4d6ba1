import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { DIGESTS_ENTRY } from "@/service/traces/backup/backup-format";
import { EXPORTED_ENGINE_TABLES } from "@/service/traces/store/projects/project-sections";
import { digestsIn, entriesOf, type ProjectEntry, requireDigests } from "./project-file";
import {
  ABOUT_ENTRY,
  type AboutProject,
  aboutProject,
  COUNTS_ENTRY,
  PROJECT_FORMAT,
  type ProjectCounts,
  ProjectFileError,
  projectCounts,
  sectionOf,
} from "./project-format";
import type { StateRow } from "./state-rows";
import { EXPORTED_TABLES, SETTINGS_TABLES, sectionOfTable } from "./state-tables";

/** A file that was read to its end, and is as an export wrote it. */
export interface CheckedFile {
  readonly about: AboutProject;
  readonly counts: ProjectCounts;
  /** Of the entries. */
  readonly digests: ReadonlyMap<string, string>;
  /** Names the content of the file. */
  readonly fileDigest: string;
  /** The ids of records that other records and calls may name. */
  readonly ids: ReadonlySet<string>;
  /** The ids of records by section, of those that must not be stored twice in a database. */
  readonly uniqueIds: ReadonlyMap<string, readonly string[]>;
  /** The columns that the records of tables have, by section. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** The records of settings, by table. */
  readonly settings: ReadonlyMap<string, readonly StateRow[]>;
}

interface FoundRecords {
  readonly counts: Record<string, number>;
  readonly ids: Set<string>;
  readonly uniqueIds: Map<string, string[]>;
  readonly columns: Map<string, Set<string>>;
  readonly settings: Map<string, StateRow[]>;
}

/** Events are many, and nothing names them. */
const UNNAMED = "training/event";

/** Parses a line that an export wrote. @throws ProjectFileError when it is no record */
export function recordIn(entry: string, line: string): Record<string, string | number | null> {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === "object" && record !== null) return record as Record<string, string | number | null>;
  } catch {
    // Says the same as a value that is no record.
  }
  throw new ProjectFileError(`${entry} has a line that is not a record.`);
}

function readAbout(text: string): AboutProject {
  const about = aboutProject.safeParse(jsonIn(ABOUT_ENTRY, text));
  if (!about.success) throw new ProjectFileError(`The file is not an exported project: ${ABOUT_ENTRY} cannot be read.`);
  if (about.data.format <= PROJECT_FORMAT) return about.data;
  throw new ProjectFileError(
    `The file was written by Heddle ${about.data.version}, which is newer. Import it with that version or a later one.`,
  );
}

function jsonIn(entry: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProjectFileError(`${entry} is damaged in the file.`, { cause: error });
  }
}

function noteRecords(found: FoundRecords, section: string, entry: string, lines: readonly string[]): void {
  found.counts[section] = (found.counts[section] ?? 0) + lines.length;
  const table = EXPORTED_TABLES.find((each) => sectionOfTable(each) === section);
  if (table === undefined) return;
  const columns = found.columns.get(section) ?? new Set();
  found.columns.set(section, columns);
  for (const line of lines) {
    const row = recordIn(entry, line);
    for (const column of Object.keys(row)) columns.add(column);
    if (SETTINGS_TABLES.includes(table.name)) {
      found.settings.set(table.name, [...(found.settings.get(table.name) ?? []), row]);
    }
    if (section === UNNAMED) continue;
    for (const column of table.ids) if (typeof row[column] === "string") found.ids.add(row[column]);
    const [own] = table.ids;
    if (own !== undefined && typeof row[own] === "string") {
      const known = found.uniqueIds.get(section);
      if (known === undefined) found.uniqueIds.set(section, [row[own]]);
      else known.push(row[own]);
    }
  }
}

/** @throws ProjectFileError when the number of records differs from what the export counted */
function requireCounts(found: Readonly<Record<string, number>>, counts: ProjectCounts): void {
  for (const section of new Set([...Object.keys(counts), ...Object.keys(found)])) {
    const [is, should] = [found[section] ?? 0, counts[section] ?? 0];
    if (is !== should) {
      throw new ProjectFileError(`The file has ${is} records of ${section} where the export counted ${should}.`);
    }
  }
}

/**
 * Reads a file to its end.
 *
 * @throws ProjectFileError when it is not a complete, undamaged export that this version can import
 */
export async function checkProjectFile(
  file: string,
  onProgress: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<CheckedFile> {
  const digests = new Map<string, string>();
  const texts = new Map<string, string>();
  const found: FoundRecords = {
    counts: {},
    ids: new Set(),
    uniqueIds: new Map(),
    columns: new Map(),
    settings: new Map(),
  };
  let bytes = 0;
  for await (const entry of entriesOf(file, (name, digest) => digests.set(name, digest), signal)) {
    if (texts.size === 0 && entry.name !== ABOUT_ENTRY)
      throw new ProjectFileError("The file is not an exported project.");
    await checkEntry(entry, texts, found);
    if (entry.name === ABOUT_ENTRY) readAbout(texts.get(ABOUT_ENTRY) ?? "");
    bytes += entry.sizeBytes;
    onProgress(bytes);
  }
  const [about, list, counted] = [ABOUT_ENTRY, DIGESTS_ENTRY, COUNTS_ENTRY].map((name) => texts.get(name));
  if (about === undefined) throw new ProjectFileError("The file is not an exported project: it is empty.");
  if (list === undefined || counted === undefined) {
    throw new ProjectFileError("The file is incomplete: its end is missing.");
  }
  requireDigests(digests, digestsIn(list));
  const counts = projectCounts.parse(jsonIn(COUNTS_ENTRY, counted));
  requireCounts(found.counts, counts);
  const fileDigest = createHash("sha256").update(list).digest("hex");
  return { about: readAbout(about), ...found, counts, digests, fileDigest };
}

/** All sections that this version can import. */
const KNOWN_SECTIONS: ReadonlySet<string> = new Set([
  ...EXPORTED_TABLES.map(sectionOfTable),
  ...Object.values(EXPORTED_ENGINE_TABLES).flatMap((names) => names.map((name) => `store/${name}`)),
]);

/** @throws ProjectFileError also for a section of a later version, before anything is stored */
async function checkEntry(entry: ProjectEntry, texts: Map<string, string>, found: FoundRecords): Promise<void> {
  const section = sectionOf(entry.name);
  if (section !== null && !KNOWN_SECTIONS.has(section)) {
    throw new ProjectFileError(`The file has the section ${section}, which this version does not know.`);
  }
  if (section !== null) noteRecords(found, section, entry.name, await entry.lines());
  else if (entry.name.includes("/")) for await (const _ of entry.bytes());
  else texts.set(entry.name, (await buffer(entry.bytes())).toString("utf8"));
}
