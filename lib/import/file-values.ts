import { jsonDepth, parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/failure/error-message";
import { ImportFileError } from "./import-file-error";
import { listEntries } from "./list-entries";

/** The position of a value in its file, for display: "line 3", "entry 17 of the list". Counted from 1. */
export type FilePosition = string;

/** One JSON value of a file, or the reason why it is invalid. */
export type FileValue =
  | { readonly kind: "value"; readonly filePosition: FilePosition; readonly value: unknown }
  | { readonly kind: "unreadable"; readonly filePosition: FilePosition; readonly reason: string };

/** Parsers and writers of trees use a stack; no logged data nests deeper. */
const MAX_JSON_DEPTH = 512;

const BYTE_ORDER_MARK = "\uFEFF";

function parseAt(text: string, filePosition: FilePosition): FileValue {
  if (text.trim() === "") return { kind: "unreadable", filePosition, reason: "Not JSON: empty." };
  if (jsonDepth(text) > MAX_JSON_DEPTH) {
    return { kind: "unreadable", filePosition, reason: `It nests deeper than ${MAX_JSON_DEPTH} levels.` };
  }
  try {
    return { kind: "value", filePosition, value: parseJson(text) };
  } catch (error) {
    return {
      kind: "unreadable",
      filePosition,
      reason: `Not JSON: ${errorMessage(error)}`,
    };
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const chunk of chunks) {
    const [first = "", ...more] = chunk.split("\n");
    rest.push(first);
    for (const line of more) {
      yield rest.join("");
      rest = [line];
    }
  }
  yield rest.join("");
}

async function* valuesOfLines(chunks: AsyncIterable<string>): AsyncGenerator<FileValue> {
  let number = 0;
  for await (const line of linesOf(chunks)) {
    number += 1;
    if (line.trim() !== "") yield parseAt(line, `line ${number}`);
  }
}

async function* valuesOfList(chunks: AsyncIterable<string>): AsyncGenerator<FileValue> {
  let number = 0;
  for await (const entry of listEntries(chunks)) {
    number += 1;
    yield parseAt(entry, `entry ${number} of the list`);
  }
}

interface Peeked {
  /** The first character that is not blank; empty when there is none. */
  readonly first: string;
  /** All text from the beginning. */
  readonly all: AsyncIterable<string>;
  /** Releases the source, whether read to its end or not. */
  readonly close: () => Promise<void>;
}

/** Reads until the first character that is not blank, and returns it with all text from the beginning. */
async function peek(chunks: AsyncIterable<string>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: string[] = [];
  let first = "";
  while (first === "") {
    const { done, value } = await iterator.next();
    if (done) break;
    seen.push(seen.length === 0 && value.startsWith(BYTE_ORDER_MARK) ? value.slice(1) : value);
    first = seen.at(-1)?.trimStart().slice(0, 1) ?? "";
  }
  async function* all() {
    yield* seen;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  const close = async () => void (await iterator.return?.());
  return { first, all: all(), close };
}

/**
 * Yields the values of a file: the entries of a JSON list, or one JSON object per line. Numbers keep their digits.
 *
 * @throws ImportFileError when the file is neither.
 */
export async function* readFileValues(chunks: AsyncIterable<string>): AsyncGenerator<FileValue> {
  const { first, all, close } = await peek(chunks);
  try {
    if (first === "") throw new ImportFileError("The file is empty.");
    if (first === "[") yield* valuesOfList(all);
    else if (first === "{") yield* valuesOfLines(all);
    else throw new ImportFileError("The file is neither a JSON list nor JSON objects, one per line.");
  } finally {
    await close();
  }
}
