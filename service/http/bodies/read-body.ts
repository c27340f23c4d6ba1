import type { Readable } from "node:stream";
import type { z } from "zod";
import { type RequestPart, type ValidationItem, validationItems } from "@/lib/api/contract/errors/validation";
import { readRequestNames } from "@/lib/api/contract/operation/dialect";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { jsonDepth } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/failure/error-message";
import { parsePythonJson } from "@/lib/json/scan/parse-python-json";
import { TooLargeError, ValidationError } from "@/service/errors/service-errors";
import { decompress } from "./decompress";
import { ReadingBudget } from "./reading-budget";

/** Deeper JSON is refused before it is parsed: real logged data is not nested further. */
const MAX_JSON_DEPTH = 512;

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

/** The parsed body, its text and its length. JSON without a Content-Type is accepted: official clients send none. */
async function readJson(
  received: ReceivedRequest,
  limitBytes: number,
  parse: (text: string) => unknown,
): Promise<{ text: string; bytes: number; value: unknown }> {
  const sent = await readBytes(received, limitBytes);
  const whole = await decompress(sent, received.request.headers.get("content-encoding"), limitBytes);
  const text = decodeText(whole);
  if (text.trim() === "") return refuse("body", "Field required", "missing");
  if (jsonDepth(text) > MAX_JSON_DEPTH) {
    return refuse("body", `The body is nested deeper than ${MAX_JSON_DEPTH} levels`, "too_deep");
  }
  try {
    return { text, bytes: whole.byteLength, value: parse(text) };
  } catch (error) {
    return refuse("body", `The body is not JSON: ${errorMessage(error)}`, "json_invalid");
  }
}

/** @throws ValidationError with the location of each fault. */
export function check(schema: z.ZodType, value: unknown, part: RequestPart): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const detail: ValidationItem[] = validationItems(result.error, value, part);
  throw new ValidationError(detail);
}

/** The checked body of a JSON operation, with the interface's names, and the text as received with its bytes. */
export async function readJsonBody(
  operation: Operation,
  schema: z.ZodType,
  received: ReceivedRequest,
): Promise<{ text: string; bytes: number; body: unknown }> {
  const isOfPython = operation.body.kind === "json" && operation.body.isOfPython;
  const parse = isOfPython ? parsePythonJson : JSON.parse;
  const { text, bytes, value } = await readJson(received, operation.limits.requestBytes, parse);
  return { text, bytes, body: check(schema, readRequestNames(operation, value), "body") };
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
