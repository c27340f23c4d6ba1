import { openResponse } from "@/lib/api/client/service-client";
import { formatBytes } from "@/lib/format/bytes";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { textPieces } from "@/lib/json/lazy/whole-text";
import { base64Bytes, percentBytes } from "./decode-data";
import type { MediaFile, MediaSource } from "./media-value";

/** Larger images are shown only on request. */
export const MAX_PREVIEW_BYTES = 4_000_000;

/** Larger files are not loaded at all: the page would keep them in memory. */
export const MAX_OPENED_BYTES = 256_000_000;

/** A file is larger than what may be loaded. */
export class MediaLimitError extends Error {
  override readonly name = "MediaTooLarge";

  constructor(limitBytes: number) {
    super(`Larger than ${formatBytes(limitBytes)}, the limit of what is loaded here.`);
  }
}

/** The project that stores the files. */
export interface MediaAddress {
  readonly connectionId: string;
  readonly projectId: string;
}

/**
 * Returns the bytes of a file.
 *
 * @throws MediaLimitError as soon as more than the limit has arrived, BrokenDataError for text that encodes no bytes,
 * RequestFailure for a failed request.
 */
export async function readMedia(
  { source }: MediaFile,
  address: MediaAddress,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (source.kind === "stored") return await storedBytes(source.digest, address, limitBytes, signal);
  const { text } = source;
  return inlineBytes(source, text instanceof LazyValue ? await wholeText(text, limitBytes) : text, limitBytes);
}

/** Returns the bytes of a text inside a value. */
export function inlineBytes(
  { from, encoding }: Extract<MediaSource, { kind: "inline" }>,
  text: string,
  limitBytes: number,
): Uint8Array<ArrayBuffer> {
  if ((text.length - from) * 0.75 > limitBytes) throw new MediaLimitError(limitBytes);
  const data = text.slice(from);
  if (encoding === "plain") return new TextEncoder().encode(data);
  return encoding === "base64" ? base64Bytes(data) : percentBytes(data);
}

async function storedBytes(
  digest: string,
  { connectionId, projectId }: MediaAddress,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = { project_id: projectId, digest };
  const reader = (await openResponse(connectionId, "file.content", { body, signal })).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > limitBytes) throw new MediaLimitError(limitBytes);
      chunks.push(read.value);
    }
  } finally {
    // A response that ended or failed has nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Base64 takes four characters for three bytes; a `data:` address has a beginning. */
const charactersOf = (bytes: number) => (bytes * 4) / 3 + 1000;

async function wholeText(value: LazyValue, limitBytes: number): Promise<string> {
  let text = "";
  for await (const piece of textPieces(value)) {
    text += piece;
    if (text.length > charactersOf(limitBytes)) throw new MediaLimitError(limitBytes);
  }
  return String(JSON.parse(text));
}
