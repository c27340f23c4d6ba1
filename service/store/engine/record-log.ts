import { mkdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";

/** One of the two files of a log. */
export type LogSide = 0 | 1;

/** Bytes, or parts of them, which are not copied. */
type LogRecord = Uint8Array | readonly Uint8Array[];

interface LogFile {
  readonly handle: FileHandle;
  /** Where the next record goes. */
  length: number;
  /** Records that still count. */
  records: number;
  /** While its records are being removed. */
  emptying: Promise<void> | null;
}

/** Before each record: its length and its checksum in four bytes each, and its number in six. */
const HEADER_BYTES = 14;
const NUMBER_AT = 8;
const NUMBER_BYTES = 6;

/**
 * Records on disk that are needed for a short time only. There are two files: one takes new records, and the other is
 * emptied when none of its records is needed any more; then they may take turns.
 *
 * A record that was not written to its end, in a crash, ends its file: it was never acknowledged.
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
    // Otherwise a power cut may lose the files with all that is in them.
    const directory = await open(folder, "r");
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
    return new RecordLog(folder, files);
  }

  /** Yields the records of an earlier run, in the order in which they were appended. */
  async *records(): AsyncGenerator<Buffer, void, void> {
    const numbers = await Promise.all(this.#files.map(async ({ handle }) => (await readRecord(handle, 0))?.number));
    const inOrder = [...this.#files.entries()].sort(([a], [b]) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
    for (const [, { handle }] of inOrder) {
      let at = 0;
      for (let found = await readRecord(handle, at); found !== null; found = await readRecord(handle, at)) {
        this.#nextNumber = Math.max(this.#nextNumber, found.number + 1);
        at += HEADER_BYTES + found.bytes.length;
        yield found.bytes;
      }
    }
  }

  /** Removes all records. */
  async clear(): Promise<void> {
    for (const file of this.#files) {
      file.records = 0;
      await emptied(file);
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
    try {
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
      await file.handle.truncate(file.length).catch(ignored);
      this.done(side, records.length);
      throw error;
    }
  }

  /** Lets the other file take the next records, so that this one can become empty; does nothing while that one is not. */
  turn(): void {
    const side = this.#side === 0 ? 1 : 0;
    const other = this.#files[side];
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

  #emptyIfDone(side: LogSide): void {
    const file = this.#files[side];
    if (file.records > 0 || file.emptying !== null || file.length === 0) return;
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
    header.writeUInt32LE(checksum(header, parts), 4);
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
  return { handle, length: 0, records: 0, emptying: null };
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
  await file.handle.datasync();
  file.length = 0;
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);

const checksum = (header: Buffer, parts: readonly Uint8Array[]) =>
  parts.reduce((sum, part) => crc32(part, sum), crc32(header.subarray(NUMBER_AT)));

async function readRecord(handle: FileHandle, at: number): Promise<{ number: number; bytes: Buffer } | null> {
  const header = await readFully(handle, at, HEADER_BYTES);
  if (header === null) return null;
  const length = header.readUInt32LE(0);
  const { size } = await handle.stat();
  if (at + HEADER_BYTES + length > size) return null;
  const bytes = await readFully(handle, at + HEADER_BYTES, length);
  if (bytes === null || header.readUInt32LE(4) !== checksum(header, [bytes])) return null;
  return { number: header.readUIntLE(NUMBER_AT, NUMBER_BYTES), bytes };
}

/** Null when the file ends before. */
async function readFully(handle: FileHandle, from: number, length: number): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) return null;
    at += bytesRead;
  }
  return bytes;
}
