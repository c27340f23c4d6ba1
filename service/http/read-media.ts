import { promisify } from "node:util";
import { gunzip, inflate, inflateRaw } from "node:zlib";
import type { Operation, RequestBody } from "@/lib/api/contract/operation";
import type { MediaBody } from "@/lib/api/contract/operations";
import { InvalidRequest, TooLarge } from "./errors";
import { check, readBytes } from "./read-body";

const ZLIB_HEADER = 0x78;
const OPEN_BRACE = 0x7b;

const expand = { gunzip: promisify(gunzip), inflate: promisify(inflate), inflateRaw: promisify(inflateRaw) };

function expander(encoding: string, bytes: Uint8Array) {
  if (encoding === "gzip" || encoding === "x-gzip") return expand.gunzip;
  // HTTP's deflate means the zlib format, but some clients send it bare.
  if (encoding === "deflate") return bytes[0] === ZLIB_HEADER ? expand.inflate : expand.inflateRaw;
  throw new InvalidRequest(`The content encoding ${encoding} is not supported: send gzip, deflate or nothing.`);
}

/** Undoes the content encoding; what grows beyond `limitBytes` is refused while it grows. */
async function decompress(bytes: Uint8Array, header: string | null, limitBytes: number): Promise<Uint8Array> {
  const encoding = (header ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return bytes;
  const run = expander(encoding, bytes);
  try {
    return await run(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new TooLarge(`Request too large: the limit is ${limitBytes} bytes after decompression.`);
    }
    throw new InvalidRequest(`The body is not valid ${encoding}.`);
  }
}

/** Without a Content-Type a body that begins with a brace is JSON, and anything else is the row's first type. */
function mediaType(header: string | null, types: readonly string[], bytes: Uint8Array): string {
  const [type = ""] = (header ?? "").toLowerCase().split(";", 1);
  if (type.trim() === "") return bytes[0] === OPEN_BRACE ? "application/json" : (types[0] ?? "");
  if (types.includes(type.trim())) return type.trim();
  throw new InvalidRequest(`The content type ${type.trim()} is not supported: send ${types.join(" or ")}.`);
}

/**
 * The decompressed body of an operation that takes several media types, with the headers that belong to it.
 *
 * @throws TooLarge when it is, or grows, larger than the row allows. @throws InvalidRequest for another encoding or type.
 */
export async function readMedia(
  operation: Operation,
  { types, headers }: Extract<RequestBody, { kind: "media" }>,
  request: Request,
): Promise<MediaBody<unknown>> {
  const { requestBytes } = operation.limits;
  const checked = check(headers, Object.fromEntries(request.headers), "header");
  const bytes = await decompress(
    await readBytes(request, requestBytes),
    request.headers.get("content-encoding"),
    requestBytes,
  );
  return { type: mediaType(request.headers.get("content-type"), types, bytes), headers: checked, bytes };
}
