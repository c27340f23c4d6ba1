import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, inflate, inflateRaw } from "node:zlib";
import { Decompress as ZstdDecoder } from "fzstd";
import { InvalidRequestError, TooLargeError } from "@/service/kernel/errors/service-errors";
import { checkZstdFrames, ZstdFormatError } from "./zstd-frames";

const ZLIB_HEADER = 0x78;

/** Zstandard is decoded in JavaScript, in steps: other requests go on between them. */
const ZSTD_STEP_BYTES = 64 * 1024;

type Expander = (bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const expand: Record<"gunzip" | "inflate" | "inflateRaw", Expander> = {
  gunzip: promisify(gunzip),
  inflate: promisify(inflate),
  inflateRaw: promisify(inflateRaw),
};

const unzstd: Expander = async (bytes, { maxOutputLength }) => {
  checkZstdFrames(bytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const decoder = new ZstdDecoder((chunk) => {
    length += chunk.byteLength;
    if (length > maxOutputLength) throw new RangeError("The result is too long.");
    chunks.push(chunk);
  });
  for (let at = 0; at < bytes.byteLength; at += ZSTD_STEP_BYTES) {
    const end = at + ZSTD_STEP_BYTES;
    decoder.push(bytes.subarray(at, end), end >= bytes.byteLength);
    await nextTurn();
  }
  return Buffer.concat(chunks, length);
};

function expander(encoding: string, bytes: Uint8Array): Expander {
  if (encoding === "gzip" || encoding === "x-gzip") return expand.gunzip;
  if (encoding === "zstd") return unzstd;
  // HTTP's deflate means the zlib format, but some clients send it without the header.
  if (encoding === "deflate") return bytes[0] === ZLIB_HEADER ? expand.inflate : expand.inflateRaw;
  throw new InvalidRequestError(
    `The content encoding ${encoding} is not supported: send gzip, deflate, zstd or nothing.`,
  );
}

/**
 * Decodes the content encoding that a header names, and refuses a result over `limitBytes` while it grows.
 * @throws TooLargeError in that case; InvalidRequestError for an unsupported encoding, and for bytes that are not in it
 */
export async function decompress(bytes: Uint8Array, header: string | null, limitBytes: number): Promise<Uint8Array> {
  const encoding = (header ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return bytes;
  const run = expander(encoding, bytes);
  try {
    return await run(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new TooLargeError(`Request too large: the limit is ${limitBytes} bytes after decompression.`);
    }
    const reason = error instanceof ZstdFormatError ? `: ${error.message}` : "";
    throw new InvalidRequestError(`The body is not valid ${encoding}${reason}.`);
  }
}
