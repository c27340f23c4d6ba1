import { isLosslessNumber } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { openDownload, openLargeFile } from "@/lib/export/file-sink";
import { type LazyOrigin, lazyOriginOf } from "./lazy-value";

/** The longest text that is put on the clipboard; longer ones are downloaded. */
const MAX_COPIED_CHARACTERS = 16_000_000;

/** A value is too large for the clipboard. */
class ClipboardLimitError extends Error {
  override readonly name = "TooLongToCopy";

  constructor() {
    super("This is too large to copy. Download it instead.");
  }
}

/** Yields a value as JSON text, piece by piece; lazy parts are read from their source. */
export async function* textPieces(value: unknown): AsyncGenerator<string, void, void> {
  const origin = lazyOriginOf(value);
  if (origin) yield* contentOf(origin);
  else if (!hasLazyValue(value)) yield stringifyJson(value);
  else yield* containerPieces(value as object);
}

/** Returns the text to copy for a value: a string itself, everything else as JSON. */
export async function textToCopy(value: unknown): Promise<string> {
  if (typeof value === "string") return value;
  let text = "";
  for await (const piece of textPieces(value)) {
    text += piece;
    if (text.length > MAX_COPIED_CHARACTERS) throw new ClipboardLimitError();
  }
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

/**
 * Writes a value to a file: a loaded one as a download, a lazy one while it is read. Returns false when the user closed
 * the dialog.
 */
export async function downloadValue(name: string, value: unknown): Promise<boolean> {
  const fileName = `${name.replace(/[^\w.-]+/g, "_")}.json`;
  const open = lazyOriginOf(value) || hasLazyValue(value) ? openLargeFile : openDownload;
  const file = await open(fileName, "application/json");
  if (file === null) return false;
  try {
    for await (const piece of textPieces(value)) await file.write(piece);
    await file.close();
    return true;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

async function* contentOf({ source, path }: LazyOrigin): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  const reader = (await source.content(path)).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield decoder.decode(read.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel();
  }
}

async function* containerPieces(value: object): AsyncGenerator<string, void, void> {
  const isList = Array.isArray(value);
  yield isList ? "[" : "{";
  let isFirst = true;
  for (const [name, item] of Object.entries(value)) {
    yield `${isFirst ? "" : ","}${isList ? "" : `${JSON.stringify(name)}:`}`;
    yield* textPieces(item);
    isFirst = false;
  }
  yield isList ? "]" : "}";
}

function hasLazyValue(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isLosslessNumber(value)) return false;
  return lazyOriginOf(value) !== undefined || Object.values(value).some(hasLazyValue);
}
