import { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { InvalidRequestError, ServiceError, TooLargeError } from "@/service/kernel/errors/service-errors";

const DECODERS: ReadonlyMap<string, CompressionFormat> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
]);

function tooLarge(limitBytes: number): TooLargeError {
  return new TooLargeError(`Request too large: the limit is ${limitBytes} bytes.`);
}

async function* counted(body: AsyncIterable<Uint8Array>, limitBytes: number, encoding: string) {
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > limitBytes) throw tooLarge(limitBytes);
      yield chunk;
    }
  } catch (error) {
    if (encoding === "" || error instanceof ServiceError) throw error;
    throw new InvalidRequestError(`The body is not valid ${encoding}.`, { cause: error });
  }
}

/**
 * Returns a body that its handler reads as a stream: decompressed, with the size counted after decompression.
 *
 * @throws TooLargeError when the announced size is over the limit, and while reading as soon as the limit is exceeded;
 * InvalidRequestError for an unsupported encoding, and while reading for bytes that are not in it
 */
export function readStream({ limits }: Operation, request: Request): ReadableStream<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limits.requestBytes) throw tooLarge(limits.requestBytes);
  const name = (request.headers.get("content-encoding") ?? "").trim().toLowerCase();
  const encoding = name === "identity" ? "" : name;
  const body = request.body ?? new Blob([]).stream();
  const format = DECODERS.get(encoding);
  if (encoding !== "" && !format) {
    throw new InvalidRequestError(`The content encoding ${encoding} is not supported: send gzip, deflate or nothing.`);
  }
  // The platform's types do not declare that a DecompressionStream reads and returns the chunks of a body.
  const decoded = format ? body.pipeThrough(new DecompressionStream(format) as TransformStream<Uint8Array>) : body;
  // The same class at run time; only the type of the global one has no `from`.
  return NodeReadableStream.from(counted(decoded, limits.requestBytes, encoding)) as ReadableStream<Uint8Array>;
}
