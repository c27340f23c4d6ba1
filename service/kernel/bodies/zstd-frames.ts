/**
 * Checks the structure of Zstandard data (RFC 8878, section 3) before it is decoded: the frames and blocks, without
 * their content. A decoder reserves the window that a frame announces, and moves it once for each block, so a small body
 * could take much memory and time.
 */

const MAGIC = 0xfd2fb528;
/** The last four bits may have any value. */
const SKIPPABLE_MAGIC = 0x184d2a50;
/** Senders over HTTP keep within it (RFC 9659). */
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;
/** Two seconds of moving memory; a body of 250 MB in blocks of the usual size takes as much. */
const MAX_MOVED_BYTES = 16 * 1024 ** 3;
/** Each may have a window of its own. */
const MAX_FRAMES = 64;

const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const BLOCK_HEADER_BYTES = 3;
const RUN_BLOCK = 1;
const RESERVED_BLOCK = 3;

export class ZstdFormatError extends Error {}

/** @throws ZstdFormatError for data that is not whole, or takes more than a sender over HTTP may ask for */
export function checkZstdFrames(data: Uint8Array): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  let frames = 0;
  let movedBytes = 0;
  try {
    while (at < data.byteLength) {
      const magic = view.getUint32(at, true);
      if (magic >>> 4 === SKIPPABLE_MAGIC >>> 4) {
        at += 8 + view.getUint32(at + 4, true);
      } else if (magic === MAGIC) {
        const header = readFrameHeader(view, at);
        const blocks = passBlocks(view, at + header.bytes);
        movedBytes += header.windowBytes * blocks.count;
        at = blocks.end + header.checksumBytes;
      } else throw new ZstdFormatError("it does not begin with a frame");
      frames += 1;
      if (frames > MAX_FRAMES || movedBytes > MAX_MOVED_BYTES) throw new ZstdFormatError("it has too many small parts");
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ZstdFormatError("it is cut off");
    throw error;
  }
  if (at > data.byteLength) throw new ZstdFormatError("it is cut off");
}

/** @throws RangeError beyond the end of the data */
function readFrameHeader(view: DataView, at: number) {
  const descriptor = view.getUint8(at + 4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeKind = descriptor >> 6;
  const sizeBytes = sizeKind === 0 && isSingleSegment ? 1 : (CONTENT_SIZE_BYTES[sizeKind] ?? 0);
  const sizeAt = at + (isSingleSegment ? 5 : 6) + (DICTIONARY_ID_BYTES[descriptor & 3] ?? 0);
  const windowBytes = isSingleSegment ? contentSize(view, sizeAt, sizeBytes) : windowSize(view.getUint8(at + 5));
  if (windowBytes > MAX_WINDOW_BYTES) {
    throw new ZstdFormatError(`it needs a window of ${windowBytes} bytes, and at most ${MAX_WINDOW_BYTES} are allowed`);
  }
  return { bytes: sizeAt + sizeBytes - at, windowBytes, checksumBytes: (descriptor & 4) !== 0 ? 4 : 0 };
}

function contentSize(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  if (bytes === 4) return view.getUint32(at, true);
  return Number(view.getBigUint64(at, true));
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** Returns the number of blocks of a frame, and where they end. */
function passBlocks(view: DataView, start: number): { readonly count: number; readonly end: number } {
  let at = start;
  let count = 0;
  for (;;) {
    const header = view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
    const kind = (header >> 1) & 3;
    if (kind === RESERVED_BLOCK) throw new ZstdFormatError("it has a block of an unknown kind");
    at += BLOCK_HEADER_BYTES + (kind === RUN_BLOCK ? 1 : header >> 3);
    count += 1;
    if ((header & 1) === 1) return { count, end: at };
  }
}
