import { endOfString, jsonDepth, parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { readPythonJson } from "@/lib/json/scan/parse-python-json";
import { readCsvValues } from "./csv-values";
import type { FilePosition, FileValue } from "./file-value";
import { ImportFileError } from "./import-file-error";
import { listEntries } from "./list-entries";

/** Parsers and writers of trees use a stack; no logged data nests deeper. */
const MAX_JSON_DEPTH = 512;

const BYTE_ORDER_MARK = "\uFEFF";

type Parse = (text: string) => unknown;

function parseAt(text: string, filePosition: FilePosition, parse: Parse): FileValue {
  if (text.trim() === "") return { kind: "unreadable", filePosition, reason: "Not JSON: empty." };
  if (jsonDepth(text) > MAX_JSON_DEPTH) {
    return { kind: "unreadable", filePosition, reason: `It nests deeper than ${MAX_JSON_DEPTH} levels.` };
  }
  try {
    const { value, nonFiniteCount } = readPythonJson(text, parse);
    return { kind: "value", filePosition, value, ...(nonFiniteCount > 0 ? { nonFiniteCount } : {}) };
  } catch (error) {
    return {
      kind: "unreadable",
      filePosition,
      reason: `Not JSON: ${errorMessage(error)}`,
    };
  }
}

/** Yields the lines of a text. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
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

/** Returns how many more objects and lists a line opens than it closes. */
function openedIn(line: string): number {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') at = endOfString(line, at) - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  return depth;
}

/** A value that is printed over several lines, as far as it was read. */
interface OpenValue {
  readonly first: number;
  readonly lines: string[];
  depth: number;
}

/** Splits text into values: one for each line, or over several lines where programs print it with indentation. */
class LineValues {
  readonly #parse: Parse;
  #number = 0;
  #open: OpenValue | null = null;

  constructor(parse: Parse) {
    this.#parse = parse;
  }

  add(line: string): FileValue[] {
    this.#number += 1;
    if (line.trim() === "") return [];
    const open = this.#open;
    if (open === null) return this.#begin(line);
    // A line that is a value itself was not inside the one before, which was cut.
    const isCut = line.startsWith("{") && (open.lines.length === 1 || isWhole(this.#at(line)));
    if (isCut) return [...this.finish(), ...this.#begin(line)];
    open.lines.push(line);
    open.depth += openedIn(line);
    return open.depth > 0 ? [] : this.finish();
  }

  /** Returns the value that was begun. */
  finish(): FileValue[] {
    const open = this.#open;
    this.#open = null;
    if (open === null) return [];
    const { first, lines } = open;
    const last = first + lines.length - 1;
    return [parseAt(lines.join("\n"), last === first ? `line ${first}` : `lines ${first} to ${last}`, this.#parse)];
  }

  #at = (line: string) => parseAt(line, `line ${this.#number}`, this.#parse);

  #begin(line: string): FileValue[] {
    const value = this.#at(line);
    const depth = value.kind === "unreadable" && line.trimStart().startsWith("{") ? openedIn(line) : 0;
    if (depth <= 0) return [value];
    this.#open = { first: this.#number, lines: [line], depth };
    return [];
  }
}

const isWhole = (found: FileValue) =>
  found.kind === "value" && typeof found.value === "object" && Object.keys(found.value ?? {}).length > 0;

async function* valuesOfLines(chunks: AsyncIterable<string>, parse: Parse): AsyncGenerator<FileValue> {
  const values = new LineValues(parse);
  for await (const line of linesOf(chunks)) yield* values.add(line);
  yield* values.finish();
}

async function* valuesOfList(chunks: AsyncIterable<string>, parse: Parse): AsyncGenerator<FileValue> {
  let number = 0;
  for await (const entry of listEntries(chunks)) {
    number += 1;
    yield parseAt(entry, `entry ${number} of the list`, parse);
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
 * Yields the values of a file: the entries of a JSON list, JSON objects, one per line or printed over several lines, or
 * the records of a CSV export.
 *
 * @param parse the parser of a value; by default, numbers keep their digits
 * @throws ImportFileError when the file is neither.
 */
export async function* readFileValues(
  chunks: AsyncIterable<string>,
  parse: Parse = parseJson,
): AsyncGenerator<FileValue> {
  const { first, all, close } = await peek(chunks);
  try {
    if (first === "") throw new ImportFileError("The file is empty.");
    if (first === "[") yield* valuesOfList(all, parse);
    else if (first === "{") yield* valuesOfLines(all, parse);
    else yield* readCsvValues(all);
  } finally {
    await close();
  }
}
