import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";

/** Before each record: its length and its checksum in four bytes each, and its number in six. */
export const HEADER_BYTES = 14;
export const CHECKSUM_AT = 4;
export const NUMBER_AT = 8;
export const NUMBER_BYTES = 6;

/** Where a record begins in a file of the log; the length is that of its content. */
interface LoggedPlace {
  readonly at: number;
  readonly length: number;
  readonly number: number;
}

/** What a file of the log has. */
export interface LogContent {
  readonly places: readonly LoggedPlace[];
  /** What was there and cannot be read; null when nothing. */
  readonly lost: LostRecords | null;
}

export interface LostRecords {
  /** As far as their numbers say, at least one for each damaged place. */
  readonly records: number;
  readonly bytes: number;
}

/** Returns the checksum of a record. */
export const checksumOf = (header: Uint8Array, parts: readonly Uint8Array[]) =>
  parts.reduce((sum, part) => crc32(part, sum), crc32(header.subarray(NUMBER_AT)));

/**
 * Finds the records of a file. After damage it continues with the next record that is whole. A last record that was not
 * written to its end, in a crash, is no loss: it was never acknowledged.
 */
export async function readLog(handle: FileHandle): Promise<LogContent> {
  const { size } = await handle.stat();
  const places: LoggedPlace[] = [];
  const lost = { records: 0, bytes: 0 };
  let at = 0;
  while (at < size) {
    const found = await placeAt(handle, at, size);
    if (found !== null) {
      places.push(found);
      at += HEADER_BYTES + found.length;
      continue;
    }
    const rest = await readFully(handle, at, size - at);
    const last = places.at(-1)?.number ?? null;
    const next = nextPlace(rest, last);
    const end = next?.at ?? rest.length;
    const number = numberIn(rest, 0);
    if (hasWrongLength(rest, end)) places.push({ at, length: end - HEADER_BYTES, number });
    else if (next !== null || !isTorn(rest)) {
      lost.records += next === null || last === null ? 1 : next.number - last - 1;
      lost.bytes += end;
    }
    at += end;
  }
  return { places, lost: lost.bytes > 0 ? lost : null };
}

/** Reads a record that {@link readLog} found. */
export function readPlace(handle: FileHandle, { at, length }: LoggedPlace): Promise<Buffer> {
  return readFully(handle, at + HEADER_BYTES, length);
}

async function placeAt(handle: FileHandle, at: number, size: number): Promise<LoggedPlace | null> {
  if (at + HEADER_BYTES > size) return null;
  const length = (await readFully(handle, at, HEADER_BYTES)).readUInt32LE(0);
  if (at + HEADER_BYTES + length > size) return null;
  const found = placeIn(await readFully(handle, at, HEADER_BYTES + length), 0);
  return found && { ...found, at };
}

/** Returns the record that begins at a place; null when no whole one does. */
function placeIn(bytes: Buffer, at: number): LoggedPlace | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const length = bytes.readUInt32LE(at);
  const end = at + HEADER_BYTES + length;
  if (end > bytes.length || bytes.readUInt32LE(at + CHECKSUM_AT) !== crc32(bytes.subarray(at + NUMBER_AT, end)))
    return null;
  return { at, length, number: numberIn(bytes, at) };
}

const numberIn = (bytes: Buffer, at: number) =>
  at + HEADER_BYTES > bytes.length ? 0 : bytes.readUIntLE(at + NUMBER_AT, NUMBER_BYTES);

/** No log counts so far; bytes of text are larger numbers. */
const MAX_NUMBER = 2 ** 40;

/** Comparing more bytes with checksums that chance wrote would keep a start waiting. */
const MAX_COMPARED_BYTES = 16 * 1024 ** 3;

/**
 * Finds the next whole record after a damaged one, with which the bytes begin. Where its length leads to none, that with
 * the lowest number counts, and of two the later one: what a client sent may look like a record, and its number would
 * have to be the next one.
 *
 * @param last the number of the record before, if known
 */
function nextPlace(bytes: Buffer, last: number | null): LoggedPlace | null {
  if (bytes.length < HEADER_BYTES) return null;
  const following = placeIn(bytes, HEADER_BYTES + bytes.readUInt32LE(0));
  if (following !== null && following.number > (last ?? 0)) return following;
  // The damaged record has a number, too.
  const least = (last ?? 0) + 2;
  let best: LoggedPlace | null = null;
  let comparedBytes = 0;
  for (let at = HEADER_BYTES; at + HEADER_BYTES <= bytes.length; at += 1) {
    const number = numberIn(bytes, at);
    if (number < least || number > (best?.number ?? MAX_NUMBER)) continue;
    const length = bytes.readUInt32LE(at);
    if (at + HEADER_BYTES + length > bytes.length) continue;
    comparedBytes += length;
    if (comparedBytes > MAX_COMPARED_BYTES) return best;
    best = placeIn(bytes, at) ?? best;
  }
  return best;
}

/** True where the record with which the bytes begin is whole, and only its length is not: it ends at `end`. */
function hasWrongLength(bytes: Buffer, end: number): boolean {
  return end >= HEADER_BYTES && bytes.readUInt32LE(CHECKSUM_AT) === crc32(bytes.subarray(NUMBER_AT, end));
}

/** More than records end with. */
const ZEROS = Buffer.alloc(64);

/**
 * True where a crash ended the write of the last record: the file ends before it does, or, after a power cut, has its
 * length already and zeros for its last bytes.
 */
function isTorn(bytes: Buffer): boolean {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) + HEADER_BYTES > bytes.length) return true;
  const end = bytes.subarray(-ZEROS.length);
  return end.equals(ZEROS.subarray(0, end.length));
}

/** @throws Error when the file became shorter meanwhile */
async function readFully(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await handle.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) throw new Error("A file of accepted calls became shorter while it was read.");
    at += bytesRead;
  }
  return bytes;
}
