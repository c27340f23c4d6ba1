import { createWriteStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { copySqlite } from "@/lib/sqlite/copy-sqlite";
import { version } from "@/package.json";
import { type ArchiveSummary, ArchiveWriter, PRIVATE_FILE } from "./archive-writer";
import { ABOUT_ENTRY, type AboutBackup, FORMAT } from "./backup-format";
import { databaseEntries, type FolderEntry, stateEntries, traceEntries } from "./folder-entries";
import { frozenFolder, removeFrozen } from "./freeze-traces";

const PRIVATE_FOLDER = 0o700;

export interface BackupRequest {
  readonly dataFolder: string;
  /** The archive; must not exist. */
  readonly file: string;
  readonly hasKeys: boolean;
  /** Signs the archive; null for a key that is in it, which proves nothing. */
  readonly signingKey?: Buffer | null;
  /** Freezes the traces and returns their name; null if they are not in this folder. */
  readonly freeze: (() => Promise<string>) | null;
  /** Called with the bytes read so far. */
  readonly onProgress?: (bytes: number) => void;
}

/** Opens a file, or returns null if it was deleted after it was listed. */
async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function addFileAt(archive: ArchiveWriter, path: string, source: string): Promise<void> {
  const handle = await openIfThere(source);
  if (handle === null) return;
  try {
    await archive.addFile(path, handle);
  } finally {
    await handle.close();
  }
}

async function addEntry(archive: ArchiveWriter, entry: FolderEntry, scratch: string): Promise<void> {
  const { kind, path } = entry;
  if (kind === "folder") return archive.addHeader({ name: `${path}/`, type: "directory", mode: PRIVATE_FOLDER });
  if (kind === "link") return archive.addHeader({ name: path, type: "symlink", linkname: entry.target });
  if (kind === "file") return addFileAt(archive, path, entry.source);
  const copy = join(scratch, "copy.db");
  await copySqlite(entry.source, copy);
  await addFileAt(archive, path, copy);
  await rm(copy);
}

async function addFolder(archive: ArchiveWriter, { dataFolder, freeze, hasKeys }: BackupRequest, scratch: string) {
  for await (const entry of databaseEntries(dataFolder)) await addEntry(archive, entry, scratch);
  const traces = join(dataFolder, "traces");
  const frozen = await freeze?.();
  try {
    for await (const entry of stateEntries(dataFolder, { hasKeys })) await addEntry(archive, entry, scratch);
    if (frozen === undefined) return;
    for await (const entry of traceEntries(traces, frozenFolder(traces, frozen))) {
      await addEntry(archive, entry, scratch);
    }
  } finally {
    if (frozen !== undefined) await removeFrozen(traces, frozen);
  }
}

/**
 * Writes a consistent archive of a data folder, which a service and a dashboard may use meanwhile: everything that was
 * acknowledged before the start is in it. The file appears under its name once it is complete and on disk.
 *
 * @throws BackupError, DatabaseError, or the system's error when a file cannot be read or written
 */
export async function writeBackup(request: BackupRequest): Promise<ArchiveSummary> {
  const { file, hasKeys } = request;
  const partial = join(dirname(file), `.${basename(file)}.partial`);
  const scratch = await mkdtemp(join(dirname(file), ".heddle-backup-"));
  const output = pack();
  const archive = new ArchiveWriter(output, request.onProgress ?? (() => undefined));
  const about: AboutBackup = { format: FORMAT, version, created_at: new Date().toISOString(), has_keys: hasKeys };
  try {
    const written = pipeline(output, createWriteStream(partial, { mode: PRIVATE_FILE, flush: true }));
    const filled = (async () => {
      await archive.addText(ABOUT_ENTRY, `${JSON.stringify(about, null, 2)}\n`);
      await addFolder(archive, request, scratch);
      await archive.finish(request.signingKey ?? null);
    })();
    // A full disk ends the writing first; then the entries would wait for ever.
    filled.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
    await Promise.all([written, filled]);
    await rename(partial, file);
    return archive.summary;
  } finally {
    await rm(partial, { force: true });
    await rm(scratch, { recursive: true, force: true });
  }
}
