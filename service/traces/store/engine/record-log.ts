import { mkdirSync } from "node:fs";
import { type FileHandle, open, readdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  CHECKSUM_AT,
  checksumOf,
  HEADER_BYTES,
  type LostRecords,
  NUMBER_AT,
  NUMBER_BYTES,
  readLog,
  readPlace,
} from "./read-log";

/** The folder of the log of accepted calls in the data folder. */
export const ACCEPTED_CALLS_FOLDER = "accepted-calls";

/** One of the two files of a log. */
export type LogSide = 0 | 1;

/** Bytes, or parts of them, which are not copied. */
type LogRecord = Uint8Array | readonly Uint8Array[];

interface LogFile {
  readonly path: string;
  handle: FileHandle;
  /** Where the next record goes. */
  length: number;
  /** True from the first record until the file is empty on disk. */
  isUsed: boolean;
  /** True while something of a refused record may be behind the last one. */
  hasRest: boolean;
  /** Records that still count. */
  records: number;
  /** While its records are being removed. */
  emptying: Promise<void> | null;
  /** What an earlier run wrote and is damaged. */
  lost: LostRecords | null;
}

/**
 * Records on disk that are needed for a short time only. There are two files: one takes new records, and the other is
 * emptied when none of its records is needed any more; then they may take turns.
 *
 * A record that was not written to its end, in a crash, is left out: it was never acknowledged. A file with damaged
 * records is kept aside when the others were read.
 */
export class RecordLog {
  readonly folder: string;
  readonly #files: readonly [LogFile, LogFile];
  #side: LogSide = 0;
  #nextNumber = 1;

  private constructor(folder: string, files: readonly [LogFile, LogFile]) {
    this.folder = folder;
    this.#files = files;
  }

  /** Opens the log in a folder, which is created when missing. Read {@link records} before anything else. */
  static async open(folder: string): Promise<RecordLog> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const files: readonly [LogFile, LogFile] = [
      await openFile(join(folder, "records-0.log")),
      await openFile(join(folder, "records-1.log")),
    ];
    await syncFolder(folder);
    return new RecordLog(folder, files);
  }

  /** Yields the records of an earlier run, in the order in which they were appended. */
  async *records(): AsyncGenerator<Buffer, void, void> {
    const contents = await Promise.all(
      this.#files.map(async (file) => {
        const { places, lost } = await readLog(file.handle);
        file.lost = lost;
        return { file, places };
      }),
    );
    const inOrder = contents.sort((a, b) => (a.places[0]?.number ?? 0) - (b.places[0]?.number ?? 0));
    for (const { file, places } of inOrder) {
      for (const place of places) {
        this.#nextNumber = Math.max(this.#nextNumber, place.number + 1);
        yield await readPlace(file.handle, place);
      }
    }
  }

  /** Removes all records, and keeps the files aside of which {@link records} could not read everything. */
  async clear(): Promise<void> {
    for (const file of this.#files) {
      file.records = 0;
      if (file.lost === null) await emptied(file);
      else await this.#setAside(file, file.lost);
    }
  }

  /**
   * Resolves when the records are on disk, with the file that they are in. One call must end before the next begins.
   * When it rejects, none of them counts, and none comes back after a crash that is later than the rejection.
   */
  async append(records: readonly LogRecord[]): Promise<LogSide> {
    const side = this.#side;
    const file = this.#files[side];
    // Counted before they are there, so that the file is not emptied meanwhile.
    file.records += records.length;
    file.isUsed = true;
    try {
      if (file.hasRest) await withoutRest(file);
      const pieces = records.flatMap((record) => {
        const parts = record instanceof Uint8Array ? [record] : record;
        return [this.#header(parts), ...parts];
      });
      const length = lengthOf(pieces);
      await writeAll(file, pieces, length);
      await file.handle.datasync();
      file.length += length;
      return side;
    } catch (error) {
      // On a full disk, records before the one that did not fit are whole.
      file.hasRest = true;
      await withoutRest(file).catch(ignored);
      this.done(side, records.length);
      throw error;
    }
  }

  /** Lets the other file take the next records, so that this one can become empty; does nothing while that one is not. */
  turn(): void {
    const side = this.#side === 0 ? 1 : 0;
    const other = this.#files[side];
    // The disk may have refused it before.
    this.#emptyIfDone(side);
    if (other.records > 0 || other.emptying !== null) return;
    this.#side = side;
    this.#emptyIfDone(side === 0 ? 1 : 0);
  }

  /** Called when records are no longer needed. */
  done(side: LogSide, records: number): void {
    this.#files[side].records -= records;
    if (side !== this.#side) this.#emptyIfDone(side);
  }

  /** Waits until records that are not needed are removed, and closes the files. */
  async close(): Promise<void> {
    for (const file of this.#files) {
      await file.emptying;
      if (file.records === 0) await emptied(file).catch(ignored);
      await file.handle.close();
    }
  }

  /** Closes the files and keeps all records, for a start that failed. */
  async leave(): Promise<void> {
    for (const { handle } of this.#files) await handle.close();
  }

  async #setAside(file: LogFile, { records, bytes }: LostRecords): Promise<void> {
    const name = `${basename(file.path, ".log")}-damaged-${records}-records-${bytes}-bytes-${Date.now()}.log`;
    await rename(file.path, join(this.folder, name));
    await file.handle.close();
    Object.assign(file, await openFile(file.path));
    await syncFolder(this.folder);
  }

  #emptyIfDone(side: LogSide): void {
    const file = this.#files[side];
    if (file.records > 0 || file.emptying !== null || !file.isUsed) return;
    file.emptying = emptied(file)
      .catch(ignored)
      .finally(() => {
        file.emptying = null;
      });
  }

  #header(parts: readonly Uint8Array[]): Buffer {
    const header = Buffer.allocUnsafe(HEADER_BYTES);
    header.writeUInt32LE(lengthOf(parts), 0);
    header.writeUIntLE(this.#nextNumber, NUMBER_AT, NUMBER_BYTES);
    header.writeUInt32LE(checksumOf(header, parts), CHECKSUM_AT);
    this.#nextNumber += 1;
    return header;
  }
}

/** What a file keeps is only read again at the next start, and taking in a record twice is harmless. */
const ignored = () => undefined;

async function openFile(path: string): Promise<LogFile> {
  // Not for appending: each record has its place, which a record that failed leaves to the next one.
  const handle = await open(path, "a", 0o600).then(async (created) => {
    await created.close();
    return await open(path, "r+");
  });
  return { path, handle, length: 0, isUsed: false, hasRest: false, records: 0, emptying: null, lost: null };
}

/** Removes what is behind the last record: it was refused, and must not come back. */
async function withoutRest(file: LogFile): Promise<void> {
  await file.handle.truncate(file.length);
  file.hasRest = false;
}

/** Otherwise a power cut may lose files with all that is in them. */
async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** A file of a log that was kept aside, since some of its records are damaged. */
export interface AsideLog extends LostRecords {
  readonly name: string;
}

/** Returns the files that a log in a folder kept aside, until someone deletes them. */
export async function readAsideLogs(folder: string): Promise<AsideLog[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => {
    const [, records, bytes] = /^records-[01]-damaged-(\d+)-records-(\d+)-bytes-\d+\.log$/.exec(name) ?? [];
    return records === undefined ? [] : { name, records: Number(records), bytes: Number(bytes) };
  });
}

/** Writes pieces at the end of a file; they are copied only where the system takes some of them. */
async function writeAll(
  { handle, length: end }: LogFile,
  pieces: readonly Uint8Array[],
  length: number,
): Promise<void> {
  let { bytesWritten: at } = await handle.writev([...pieces], end);
  if (at === length) return;
  const bytes = Buffer.concat(pieces, length);
  while (at < length) at += (await handle.write(bytes, at, length - at, end + at)).bytesWritten;
}

/** On disk before the other file is emptied, so that old records never come back without newer ones. */
async function emptied(file: LogFile): Promise<void> {
  await file.handle.truncate(0);
  // Also where the disk refuses the flush: the next record behind a gap would look like one behind damage.
  file.length = 0;
  await file.handle.datasync();
  file.isUsed = false;
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);
