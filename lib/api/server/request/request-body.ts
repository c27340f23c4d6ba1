import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { RequestFailedError, validationFailed } from "@/lib/api/server/answer/request-failed-error";
import { errorMessage } from "@/lib/guard/error-message";

/** Deeper nesting is rejected before parsing: recursion over it could exhaust the stack. */
export const JSON_DEPTH_LIMIT = 64;

const OPENING = new Set(["{", "["]);
const CLOSING = new Set(["}", "]"]);

function tooLarge(limitBytes: number): RequestFailedError {
  return new RequestFailedError({
    httpStatus: 413,
    kind: "validation",
    message: `The request is larger than ${limitBytes} bytes.`,
    reason: "too-large",
  });
}

function declaredLength(request: Request): number | null {
  const text = request.headers.get("content-length");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * Reads a request's body while counting.
 *
 * @throws RequestFailedError 413 over the limit, 400 when fewer or more bytes arrived than announced.
 */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const declared = declaredLength(request);
  if (declared !== null && declared > limitBytes) throw tooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of request.body ?? []) {
    received += chunk.byteLength;
    if (received > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  if (declared !== null && declared !== received) {
    const message = `${declared} bytes were announced, ${received} arrived.`;
    throw new RequestFailedError({ httpStatus: 400, kind: "validation", message, reason: "incomplete" });
  }
  return Buffer.concat(chunks, received);
}

/** A body that is streamed. `wasTooLarge` is true when that is why it broke off. */
export interface CountedBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly wasTooLarge: () => boolean;
  /** True when all of it has arrived. */
  readonly isWhole: () => boolean;
  readonly failure: () => RequestFailedError;
}

/**
 * Counts a body that is streamed without being held in memory. @throws RequestFailedError 413 when the announced size
 * is over the limit.
 */
export function countBytes(request: Request, limitBytes: number): CountedBody {
  if ((declaredLength(request) ?? 0) > limitBytes) throw tooLarge(limitBytes);
  let received = 0;
  let isWhole = false;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      if (received > limitBytes) controller.error(tooLarge(limitBytes));
      else controller.enqueue(chunk);
    },
    flush() {
      isWhole = true;
    },
  });
  return {
    stream: (request.body ?? new Blob([]).stream()).pipeThrough(counter),
    wasTooLarge: () => received > limitBytes,
    isWhole: () => isWhole,
    failure: () => tooLarge(limitBytes),
  };
}

/** Returns the deepest nesting of a JSON text, without parsing it; stops counting once it is over the limit. */
export function bodyJsonDepth(text: string, limit = JSON_DEPTH_LIMIT): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') at = endOfString(text, at) - 1;
    else if (OPENING.has(character)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (deepest > limit) return deepest;
    } else if (CLOSING.has(character)) depth -= 1;
  }
  return deepest;
}

function refuse(message: string, type: string, httpStatus: number): never {
  throw validationFailed([{ loc: ["body"], msg: message, type }], httpStatus);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("The body is not UTF-8", "encoding_invalid", 400);
  }
}

/**
 * Returns the text of a JSON body whose nesting was checked.
 *
 * @throws RequestFailedError 400 for bytes that are not UTF-8, 422 for text that is nested too deep.
 */
export function bodyText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (bodyJsonDepth(text) > JSON_DEPTH_LIMIT) refuse(`Nested deeper than ${JSON_DEPTH_LIMIT}`, "depth_limit", 422);
  return text;
}

/**
 * Parses with the native parser, which is far faster than one that preserves the digits of numbers: enough to check a
 * body, not to serialize it again.
 *
 * @throws RequestFailedError 422 for text that is not JSON.
 */
export function parseForCheck(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(`Not JSON: ${errorMessage(error)}`, "json_invalid", 422);
  }
}

/**
 * @throws RequestFailedError 415 for any other type: the content types of a plain HTML form are never accepted as JSON.
 */
export function requireContentType(request: Request, pattern: RegExp, expected: string): string {
  const type = request.headers.get("content-type") ?? "";
  if (pattern.test(type)) return type;
  const message = `Content-Type must be ${expected}.`;
  throw new RequestFailedError({ httpStatus: 415, kind: "validation", message, reason: "content-type" });
}

export const JSON_TYPE = /^application\/json\s*(;|$)/i;
export const MULTIPART_TYPE =
  /^multipart\/form-data\s*;\s*boundary=("[\w'()+,./:=? -]{1,70}"|[\w'()+,./:=?-]{1,70})\s*$/i;
