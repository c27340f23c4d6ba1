import { promisify } from "node:util";
import { gunzip, inflate, inflateRaw } from "node:zlib";
import { InvalidRequestError, TooLargeError } from "@/service/errors/service-errors";

const ZLIB_HEADER = 0x78;

const expand = { gunzip: promisify(gunzip), inflate: promisify(inflate), inflateRaw: promisify(inflateRaw) };

function expander(encoding: string, bytes: Uint8Array) {
  if (encoding === "gzip" || encoding === "x-gzip") return expand.gunzip;
  // HTTP's deflate means the zlib format, but some clients send it without the header.
  if (encoding === "deflate") return bytes[0] === ZLIB_HEADER ? expand.inflate : expand.inflateRaw;
  throw new InvalidRequestError(`The content encoding ${encoding} is not supported: send gzip, deflate or nothing.`);
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
    throw new InvalidRequestError(`The body is not valid ${encoding}.`);
  }
}
