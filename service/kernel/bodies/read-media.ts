import type { Operation, RequestBody } from "@/lib/api/contract/operation/operation";
import type { MediaBody } from "@/lib/api/contract/operations";
import { BufferPool, type LentBuffer } from "@/service/kernel/concurrency/buffer-pool";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { decodeBody } from "./decode-body";
import { check, type ReceivedRequest, readBytes } from "./read-body";

/** For bodies that are handled at the same time. */
const BODIES = new BufferPool({ keptBytes: 8 * 1024 ** 2 });

interface ReadMedia {
  readonly body: MediaBody<unknown>;
  /** Called when nobody reads the bytes of the body any more, so that those of another one take their place. */
  readonly release: () => void;
}

const OPEN_BRACE = 0x7b;

/** Without a Content-Type, a body that begins with a brace is JSON; anything else has the operation's first type. */
function mediaType(header: string | null, types: readonly string[], bytes: Uint8Array): string {
  const [type = ""] = (header ?? "").toLowerCase().split(";", 1);
  if (type.trim() === "") return bytes[0] === OPEN_BRACE ? "application/json" : (types[0] ?? "");
  if (types.includes(type.trim())) return type.trim();
  throw new InvalidRequestError(`The content type ${type.trim()} is not supported: send ${types.join(" or ")}.`);
}

/**
 * Returns the decompressed body of an operation that accepts several media types, with the headers that belong to it.
 *
 * @throws TooLarge when the body is, or becomes, larger than the operation allows. @throws InvalidRequestError for
 * another encoding or type.
 */
export async function readMedia(
  operation: Operation,
  { types, headers }: Extract<RequestBody, { kind: "media" }>,
  received: ReceivedRequest,
): Promise<ReadMedia> {
  const { request, admission } = received;
  const { requestBytes } = operation.limits;
  const checked = check(headers, Object.fromEntries(request.headers), "header");
  let lent: LentBuffer | null = null;
  const sent = await readBytes(received, requestBytes, undefined, (chunks, length) => {
    lent = BODIES.take(length);
    return joined(chunks, lent.bytes.subarray(0, length));
  });
  let end: () => void = () => undefined;
  const release = () => {
    lent?.giveBack();
    end();
  };
  try {
    const encoding = request.headers.get("content-encoding");
    const { bytes, release: endBody } = await decodeBody(sent, encoding, requestBytes, admission);
    end = endBody;
    const type = mediaType(request.headers.get("content-type"), types, bytes);
    return { body: { type, headers: checked, bytes }, release };
  } catch (error) {
    release();
    throw error;
  }
}

function joined(chunks: readonly Uint8Array[], into: Buffer): Buffer {
  let at = 0;
  for (const chunk of chunks) {
    into.set(chunk, at);
    at += chunk.byteLength;
  }
  return into;
}
