import type { Readable } from "node:stream";
import type { z } from "zod";
import { type RequestPart, type ValidationItem, validationItems } from "@/lib/api/contract/errors/validation";
import { readRequestNames } from "@/lib/api/contract/operation/dialect";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { jsonDepth } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { parsePythonJson } from "@/lib/json/scan/parse-python-json";
import { Slices } from "@/service/kernel/concurrency/loop-turns";
import { ServiceError, TooLargeError, ValidationError } from "@/service/kernel/errors/service-errors";
import { type Admission, decodeBody } from "./decode-body";
import { listPieces } from "./list-pieces";
import { ReadingBudget } from "./reading-budget";

/** Deeper JSON is refused before it is parsed: real logged data is not nested further. */
const MAX_JSON_DEPTH = 512;

/** Smaller bodies are parsed and checked at once, which takes less than 20 ms. */
const MAX_WHOLE_JSON_BYTES = 256 * 1024;

/** Starts and ends, or complete calls, of one request; see docs/adr/0095-large-requests.md. */
const MAX_CALLS = 100_000;

const CALLS = {
  member: "batch",
  most: MAX_CALLS,
  tooLong: (count: number) =>
    new TooLargeError(
      `Request too large: it has ${count} calls, and the limit is ${MAX_CALLS} in one request. Send them in several requests.`,
    ),
};

/** The operations whose bodies are long lists. */
const LISTS: ReadonlyMap<string, typeof CALLS> = new Map([
  ["call.upsertBatch", CALLS],
  ["calls.complete", CALLS],
]);

const utf8 = new TextDecoder("utf-8", { fatal: true });

const ALL_BODIES = new ReadingBudget(512 * 1024 * 1024, 128 * 1024 * 1024);

/** Returns the bytes of some chunks as one. */
type Join = (chunks: readonly Uint8Array[], length: number) => Uint8Array;

/**
 * A request with its body. Where a server of Node received it, `sent` is the body as that server reads it: the request's
 * own stream wraps it in three others, which took an eighth of the time of small requests.
 */
export interface ReceivedRequest {
  readonly request: Request;
  readonly sent: Readable | null;
  /** How a large body waits; without it, it does not. */
  readonly admission?: Admission;
}

function chunksOf({ request, sent }: ReceivedRequest): AsyncIterable<Uint8Array> | null {
  // Not ended when reading stops early: its client gets a response, and then the server ends it.
  if (sent !== null) return sent.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  return request.body as unknown as AsyncIterable<Uint8Array> | null;
}

/**
 * @param join is called for more than one chunk
 * @throws TooLargeError as soon as more than `limitBytes` have arrived; TooBusyError when all bodies that are being read
 * would need too much memory.
 */
export async function readBytes(
  received: ReceivedRequest,
  limitBytes: number,
  budget = ALL_BODIES,
  join: Join = (chunks, length) => Buffer.concat(chunks, length),
): Promise<Uint8Array> {
  const declared = Number(received.request.headers.get("content-length") ?? 0);
  if (declared > limitBytes) throw new TooLargeError(`Request too large: the limit is ${limitBytes} bytes.`);
  const sent = chunksOf(received);
  if (sent === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of sent) {
      length += chunk.byteLength;
      budget.take(chunk.byteLength, length);
      if (length > limitBytes) throw new TooLargeError(`Request too large: the limit is ${limitBytes} bytes.`);
      chunks.push(chunk);
    }
  } finally {
    budget.release(length);
  }
  const [first, second] = chunks;
  if (first === undefined) return new Uint8Array();
  return second === undefined ? first : join(chunks, length);
}

function refuse(part: RequestPart, msg: string, type: string): never {
  throw new ValidationError([{ loc: [part], msg, type }]);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuse("body", "The body is not valid UTF-8", "unicode_error");
  }
}

/** Runs a step that reads JSON. @throws ValidationError when it is not JSON */
async function readingJson<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    return refuse("body", `The body is not JSON: ${errorMessage(error)}`, "json_invalid");
  }
}

function requireDepth(text: string, depth = 0): void {
  if (depth + jsonDepth(text) <= MAX_JSON_DEPTH) return;
  refuse("body", `The body is nested deeper than ${MAX_JSON_DEPTH} levels`, "too_deep");
}

/** @throws ValidationError with the location of each fault. */
export function check(schema: z.ZodType, value: unknown, part: RequestPart): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const detail: ValidationItem[] = validationItems(result.error, value, part);
  throw new ValidationError(detail);
}

interface JsonBody {
  readonly text: string;
  readonly bytes: number;
  readonly body: unknown;
  /** Called when no one reads the body any more. */
  readonly release: () => void;
}

/**
 * The checked body of a JSON operation, with the interface's names, and the text as received with its bytes. JSON without a
 * Content-Type is accepted: official clients send none.
 */
export async function readJsonBody(
  operation: Operation,
  schema: z.ZodType,
  received: ReceivedRequest,
): Promise<JsonBody> {
  const { request, admission } = received;
  const limitBytes = operation.limits.requestBytes;
  const sent = await readBytes(received, limitBytes);
  const encoding = request.headers.get("content-encoding");
  const { bytes: whole, release } = await decodeBody(sent, encoding, limitBytes, admission);
  try {
    const text = decodeText(whole);
    const isLarge = whole.byteLength > MAX_WHOLE_JSON_BYTES;
    const listed = isLarge ? await readListed(operation, schema, text, admission?.owner ?? "") : undefined;
    const body = listed ?? (await readWhole(operation, schema, text));
    return { text, bytes: whole.byteLength, body, release };
  } catch (error) {
    release();
    throw error;
  }
}

function parserOf({ body }: Operation): (text: string) => unknown {
  return body.kind === "json" && body.isOfPython ? parsePythonJson : JSON.parse;
}

async function readWhole(operation: Operation, schema: z.ZodType, text: string): Promise<unknown> {
  if (text.trim() === "") return refuse("body", "Field required", "missing");
  requireDepth(text);
  const value = await readingJson(() => parserOf(operation)(text));
  return check(schema, readRequestNames(operation, value), "body");
}

/**
 * Reads the list of a large body in pieces, so that other requests are answered between them.
 *
 * @returns undefined for an operation without such a list, and for a body without it
 * @throws TooLarge when the list is longer than the operation allows
 */
async function readListed(operation: Operation, schema: z.ZodType, text: string, owner: string): Promise<unknown> {
  const list = LISTS.get(operation.id);
  if (list === undefined) return undefined;
  const slices = new Slices(owner);
  const listed = await readingJson(() => listPieces(text, list.member, slices));
  if (listed === null) return undefined;
  if (listed.count > list.most) throw list.tooLong(listed.count);
  requireDepth(listed.rest);
  const rest = await readingJson(() => parserOf(operation)(listed.rest));
  const items: unknown[] = [];
  let body: unknown;
  // Also without elements, so that the rest is checked.
  for (const piece of listed.pieces.length > 0 ? listed.pieces : ["[]"]) {
    await slices.next();
    requireDepth(piece, 1);
    const some = await readingJson(() => parserOf(operation)(piece));
    body = checkFrom(items.length, list.member, () =>
      check(schema, readRequestNames(operation, { ...(rest as object), [list.member]: some }), "body"),
    );
    for (const item of (body as Record<string, unknown[]>)[list.member] ?? []) items.push(item);
  }
  return { ...(body as object), [list.member]: items };
}

/** @throws ValidationError as the check of a piece, with the places that its elements have in the whole list */
function checkFrom<Checked>(first: number, member: string, run: () => Checked): Checked {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const placed = (step: string, at: number, loc: readonly string[]) =>
      at === 2 && loc[1] === member && /^\d+$/.test(step) ? String(Number(step) + first) : step;
    throw new ValidationError(error.detail.map((item) => ({ ...item, loc: item.loc.map(placed) })));
  }
}

/** The text fields and the one file of a multipart body, and the length of all of it. */
export async function readMultipart(
  operation: Operation,
  fields: z.ZodType,
  filePart: string,
  received: ReceivedRequest,
): Promise<{ fields: unknown; file: File; bytes: number }> {
  const bytes = await readBytes(received, operation.limits.requestBytes);
  const headers = { "content-type": received.request.headers.get("content-type") ?? "" };
  let form: FormData;
  try {
    form = await new Response(Buffer.from(bytes), { headers }).formData();
  } catch {
    return refuse("body", "The body is not multipart/form-data", "multipart_invalid");
  }
  const file = form.get(filePart);
  if (!(file instanceof File)) {
    throw new ValidationError([{ loc: ["body", filePart], msg: "Field required", type: "missing" }]);
  }
  const text = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  return { fields: check(fields, text, "body"), file, bytes: bytes.byteLength };
}
