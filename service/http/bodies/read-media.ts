import type { Operation, RequestBody } from "@/lib/api/contract/operation/operation";
import type { MediaBody } from "@/lib/api/contract/operations";
import { InvalidRequestError } from "@/service/errors/service-errors";
import { decompress } from "./decompress";
import { check, readBytes } from "./read-body";

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
