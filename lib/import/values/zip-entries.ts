import { inflateSync } from "fflate";
import { Decompress } from "fzstd";
import { ImportFileError } from "./import-file-error";

// Structures and numbers of APPNOTE.TXT, the specification of the format. The library for it that is kept takes 8.6 MB of an
// installation, and does not unpack Zstandard.

/** An archive, of which parts are read. */
export interface ZipSource {
  readonly byteLength: number;
  /** Some bytes, up to an end that is not included. */
  readonly slice: (start: number, end?: number) => Promise<ArrayBuffer>;
}

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where its own head begins in the archive. */
  readonly offset: number;
}

const LOCAL_HEAD = 0x04034b50;
const CENTRAL_HEAD = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 0xff_ff;

/** This value in a field of 32 bits says that a field of 64 bits has it. */
const IN_64 = 0xff_ff_ff_ff;
const SIZES_64 = 1;

const STORED = 0;
const DEFLATED = 8;
const ZSTANDARD = 93;

/** An entry is unpacked in memory. */
const MAX_ENTRY_BYTES = 1_000_000_000;

const damaged = () => new ImportFileError("The file is a ZIP archive, and is damaged or ends early.");

const view = (bytes: ArrayBuffer) => new DataView(bytes);
const long = (from: DataView, at: number) => Number(from.getBigUint64(at, true));

/**
 * Returns the files of an archive from the directory at its end, in its order.
 *
 * @throws ImportFileError when the directory is not there or not whole
 */
export async function zipEntries(source: ZipSource): Promise<readonly ZipEntry[]> {
  try {
    const { offset, length } = await directoryOf(source);
    return entriesIn(view(await source.slice(offset, offset + length)));
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

async function directoryOf({ slice, byteLength }: ZipSource) {
  const tailStart = Math.max(0, byteLength - END_BYTES - LOCATOR_BYTES - MAX_COMMENT_BYTES);
  const tail = view(await slice(tailStart, byteLength));
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw damaged();
  const [length, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (length !== IN_64 && offset !== IN_64) return { offset, length };
  const locator = at - LOCATOR_BYTES;
  if (tail.getUint32(locator, true) !== LOCATOR_64) throw damaged();
  const endStart = long(tail, locator + 8);
  const end = view(await slice(endStart, endStart + 56));
  if (end.getUint32(0, true) !== END_64) throw damaged();
  return { offset: long(end, 48), length: long(end, 40) };
}

const decoder = new TextDecoder();

function entriesIn(directory: DataView): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.byteLength; ) {
    if (directory.getUint32(at, true) !== CENTRAL_HEAD) throw damaged();
    const nameBytes = directory.getUint16(at + 28, true);
    const extraBytes = directory.getUint16(at + 30, true);
    const nameStart = at + CENTRAL_BYTES;
    const sizes = [
      directory.getUint32(at + 24, true),
      directory.getUint32(at + 20, true),
      directory.getUint32(at + 42, true),
    ];
    const [unpackedBytes = 0, packedBytes = 0, offset = 0] = withLongSizes(
      directory,
      nameStart + nameBytes,
      extraBytes,
      sizes,
    );
    const name = decoder.decode(new Uint8Array(directory.buffer, nameStart, nameBytes));
    entries.push({ name, method: directory.getUint16(at + 10, true), packedBytes, unpackedBytes, offset });
    at = nameStart + nameBytes + extraBytes + directory.getUint16(at + 32, true);
  }
  return entries;
}

/** The extra field has, in this order, those sizes that do not fit into 32 bits. */
function withLongSizes(
  directory: DataView,
  start: number,
  length: number,
  sizes: readonly number[],
): readonly number[] {
  for (let at = start; at < start + length; at += 4 + directory.getUint16(at + 2, true)) {
    if (directory.getUint16(at, true) !== SIZES_64) continue;
    let from = at + 4;
    return sizes.map((size) => {
      if (size !== IN_64) return size;
      from += 8;
      return long(directory, from - 8);
    });
  }
  return sizes;
}

/**
 * Returns the content of a file of an archive: as it is, deflated or compressed with Zstandard.
 *
 * @throws ImportFileError when it is too large for memory, damaged, or compressed in another way
 */
export async function zipContent({ slice }: Pick<ZipSource, "slice">, entry: ZipEntry): Promise<Uint8Array> {
  if (entry.unpackedBytes > MAX_ENTRY_BYTES) {
    throw new ImportFileError(`${entry.name} in the archive has more than 1 GB, which has no room in memory.`);
  }
  const head = view(await slice(entry.offset, entry.offset + LOCAL_BYTES));
  if (head.byteLength < LOCAL_BYTES || head.getUint32(0, true) !== LOCAL_HEAD) throw damaged();
  const start = entry.offset + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = new Uint8Array(await slice(start, start + entry.packedBytes));
  const content = unpack(packed, entry);
  if (content.length !== entry.unpackedBytes) throw damaged();
  return content;
}

function unpack(packed: Uint8Array, { name, method, unpackedBytes }: ZipEntry): Uint8Array {
  if (method === STORED) return packed;
  if (method !== DEFLATED && method !== ZSTANDARD) {
    throw new ImportFileError(`${name} in the archive is compressed by a method that is not read (number ${method}).`);
  }
  const content = new Uint8Array(unpackedBytes);
  try {
    if (method === DEFLATED) return inflateSync(packed, { out: content });
    return unzstd(packed, content);
  } catch {
    throw damaged();
  }
}

/** Writers divide a file into several frames. */
function unzstd(packed: Uint8Array, content: Uint8Array): Uint8Array {
  let at = 0;
  const decompress = new Decompress((chunk) => {
    content.set(chunk, at);
    at += chunk.length;
  });
  decompress.push(packed, true);
  return content.subarray(0, at);
}
