import { open, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Pack } from "tar-stream";
import { version } from "@/package.json";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { ArchiveWriter } from "@/service/traces/backup/archive-writer";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import {
  findUse,
  readPositions,
  readSection,
  type SectionName,
} from "@/service/traces/store/projects/project-sections";
import {
  ABOUT_ENTRY,
  type AboutProject,
  BYTES_FOLDERS,
  COUNTS_ENTRY,
  PROJECT_FORMAT,
  ProjectFileError,
} from "./project-format";
import type { ProjectParts } from "./project-parts";
import { type Lines, SectionWriter } from "./section-writer";
import { findStateUse, rowsOfProject, type StateRow } from "./state-rows";
import { EXPORTED_TABLES, type ExportedTable, sectionOfTable } from "./state-tables";

/** What an export found that it must add the bytes of. */
interface FoundBytes {
  /** Size by name. */
  readonly files: Map<string, number>;
  readonly payloads: Map<string, number>;
  readonly checkpoints: Set<string>;
  readonly jobs: Set<string>;
}

/** Parents that are in the file, by table: children of others came later, and are left out with them. */
type WrittenParents = ReadonlyMap<string, Set<unknown>>;

const PARENTS = new Set(EXPORTED_TABLES.flatMap(({ owner }) => (owner.by === "parent" ? [owner.table] : [])));

async function* tableLines(
  parts: ProjectParts,
  table: ExportedTable,
  projectId: string,
  parents: WrittenParents,
  onRow: (row: StateRow) => void,
): AsyncGenerator<Lines, void, void> {
  const { owner } = table;
  for await (const page of rowsOfProject(parts, table, projectId)) {
    const rows = owner.by === "parent" ? page.filter((row) => parents.get(owner.table)?.has(row[owner.column])) : page;
    for (const row of rows) onRow(row);
    const lines = rows.map((row) => {
      const kept = Object.entries(row).filter(([column]) => !table.omitted.includes(column));
      return `${JSON.stringify(Object.fromEntries(kept))}\n`;
    });
    yield { text: lines.join(""), rowCount: rows.length };
  }
}

function noteBytes(found: FoundBytes, { name }: ExportedTable, row: StateRow): void {
  if (name === "batch") found.payloads.set(String(row.blob), Number(row.size_bytes));
  // A base model has no files.
  if (name === "checkpoint" && row.deleted_at === null && row.job_id !== null) found.checkpoints.add(String(row.id));
  if (name === "job") found.jobs.add(String(row.id));
}

async function exportState(sections: SectionWriter, parts: ProjectParts, projectId: string, found: FoundBytes) {
  const parents = new Map([...PARENTS].map((name) => [name, new Set<unknown>()]));
  for (const table of EXPORTED_TABLES) {
    const own = parents.get(table.name);
    const onRow = (row: StateRow) => {
      own?.add(row.id);
      noteBytes(found, table, row);
    };
    await sections.write(sectionOfTable(table), tableLines(parts, table, projectId, parents, onRow));
  }
}

/** Passes lines on, and looks at each record. */
async function* lookingAt<Row>(
  blocks: AsyncIterable<{ text(): string; rows<Each>(): Each[]; readonly rowCount: number }>,
  look: (row: Row) => void = () => undefined,
): AsyncGenerator<Lines, void, void> {
  for await (const block of blocks) {
    for (const row of block.rows<Row>()) look(row);
    yield { text: block.text(), rowCount: block.rowCount };
  }
}

async function* linesOf(blocks: AsyncIterable<{ text(): string; readonly rowCount: number }>): AsyncGenerator<Lines> {
  for await (const block of blocks) yield { text: block.text(), rowCount: block.rowCount };
}

/**
 * What refers to something is read before it, so that everything that the file names is in it. What is written later has
 * its own query first where an import needs the opposite order.
 */
async function exportStore(
  sections: SectionWriter,
  { services }: ProjectParts,
  projectId: string,
  { files }: FoundBytes,
  signal: AbortSignal | undefined,
): Promise<void> {
  const store = services.taskStore;
  const read = (name: SectionName) => readSection(store, name, projectId, signal);
  const write = (name: SectionName) => sections.write(`store/${name}`, linesOf(read(name)));
  for (const name of ["costs", "feedback", "parked_ends", "calls", "call_names", "call_turns", "call_tops"] as const) {
    await write(name);
  }
  await write("object_aliases");
  await write("object_tags");
  const writeVersions = await sections.hold("store/object_versions", linesOf(read("object_versions")));
  await write("object_values");
  await writeVersions();
  const tables: string[] = [];
  const noteTable = (table: { digest: string }) => void tables.push(table.digest);
  const writeTables = await sections.hold("store/tables", lookingAt(read("tables"), noteTable));
  await write("table_rows");
  await sections.write("store/table_positions", linesOf(readPositions(store, projectId, tables, signal)));
  await writeTables();
  const noteFile = (file: { blob_name: string; size_bytes: number }) => void files.set(file.blob_name, file.size_bytes);
  await sections.write("store/files", lookingAt(read("files"), noteFile));
}

async function addBlobs(
  archive: ArchiveWriter,
  folder: string,
  blobs: BlobStore,
  names: ReadonlyMap<string, number>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const [name, size] of names) {
    signal?.throwIfAborted();
    await archive.addStream(`${folder}${name}`, size, await blobs.read(name, size));
  }
}

/** Adds the files of a folder; empty folders are left out. */
async function addFolder(archive: ArchiveWriter, entry: string, folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) throw new ProjectFileError(`The files of ${entry} are missing.`, { cause: error });
    throw error;
  });
  for (const item of found) {
    const source = join(item.parentPath, item.name);
    const path = relative(folder, source).split(sep).join("/");
    if (item.isDirectory()) continue;
    // A link counts as its target, as for a program that reads it.
    await addFileAt(archive, `${entry}/${path}`, source);
  }
}

async function addFileAt(archive: ArchiveWriter, entry: string, source: string): Promise<void> {
  const handle = await open(source);
  try {
    if ((await handle.stat()).isFile()) await archive.addFile(entry, handle);
    else throw new ProjectFileError(`${entry} is neither a file nor a folder, so it cannot be exported.`);
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

async function addTraining(
  archive: ArchiveWriter,
  { training }: ProjectParts,
  found: FoundBytes,
  signal?: AbortSignal,
) {
  await addBlobs(archive, BYTES_FOLDERS.payloads, training.blobs, found.payloads, signal);
  for (const id of found.checkpoints) {
    signal?.throwIfAborted();
    await addFolder(archive, `${BYTES_FOLDERS.checkpoints}${id}`, await training.folder.localCheckpoint(id));
  }
  for (const id of found.jobs) {
    // Logs are on the machine of their trainer, and not all jobs have one.
    await addFileAt(archive, `${BYTES_FOLDERS.logs}${id}`, training.folder.jobLog(id)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}

/** @throws InvalidRequestError when nothing is stored in the project, ConflictError while it is imported */
export async function requireProject(parts: ProjectParts, projectId: string): Promise<void> {
  parts.services.imports.requireWhole([projectId]);
  const used = (await findUse(parts.services.store, projectId)) ?? (await findStateUse(parts, projectId));
  if (used === null) throw new InvalidRequestError(`There is nothing in the project ${projectId}.`);
}

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Called with the bytes written so far. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Writes everything that belongs to a project, while others use it. What was acknowledged before is in it, and what comes
 * meanwhile may be; whatever the file names is in it. Nothing is held in memory but the records of versions and tables.
 *
 * @throws InvalidRequestError when there is no such project
 */
export async function exportProject(
  parts: ProjectParts,
  projectId: string,
  output: Pack,
  { signal, onProgress = () => undefined }: ExportOptions = {},
): Promise<void> {
  await requireProject(parts, projectId);
  const archive = new ArchiveWriter(output, onProgress);
  const sections = new SectionWriter(archive);
  const created = new Date().toISOString();
  const missing = parts.damage.of([projectId]);
  const about: AboutProject = {
    ...{ format: PROJECT_FORMAT, version, project_id: projectId, created_at: created },
    ...(missing.length > 0 && { missing: [...missing] }),
  };
  const found: FoundBytes = { files: new Map(), payloads: new Map(), checkpoints: new Set(), jobs: new Set() };
  await archive.addBytes(ABOUT_ENTRY, Buffer.from(`${JSON.stringify(about, null, 2)}\n`));
  await exportState(sections, parts, projectId, found);
  await exportStore(sections, parts, projectId, found, signal);
  await addBlobs(archive, BYTES_FOLDERS.files, parts.services.blobs, found.files, signal);
  await addTraining(archive, parts, found, signal);
  await archive.addBytes(COUNTS_ENTRY, Buffer.from(`${JSON.stringify(sections.counts, null, 2)}\n`));
  await archive.finish();
}
