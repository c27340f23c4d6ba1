import type { JsonPath } from "@/lib/json/scan/json-slices";

/** A part of a JSON document that arrives in chunks. `start` and `end` count bytes from the document's beginning. */
export type JsonPiece =
  | {
      readonly kind: "value";
      readonly path: JsonPath;
      readonly text: string;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "open" | "close"; readonly path: JsonPath };

/** A JSON syntax error, found while reading. `path` leads to the value that contains it. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonBroken";

  constructor(
    message: string,
    readonly path: JsonPath = [],
  ) {
    super(message);
  }
}

/** A single value is larger than allowed. */
export class JsonValueTooLarge extends Error {
  override readonly name = "JsonValueTooLarge";
}

export interface JsonPiecesOptions {
  /** True to walk into this object (`{`) or array (`[`); everything else is returned as a whole. */
  readonly enter: (path: JsonPath, opening: "{" | "[") => boolean;
  /** Largest value that is returned as a whole. */
  readonly maxValueBytes: number;
  /** Deepest nesting of such a value: parsers overflow the stack on deeper ones. */
  readonly maxDepth: number;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

interface Frame {
  readonly path: JsonPath;
  readonly isObject: boolean;
  /** Names seen so far, to find duplicates: which of two counts differs from parser to parser. */
  readonly names: Set<string>;
  index: number;
}

type Expectation = "value" | "value or close" | "name" | "name or close" | "colon" | "comma or close" | "end";

/**
 * Reads a JSON document in chunks of bytes and returns its values without ever keeping all of it: it walks into the
 * containers that `enter` chooses, and returns each value below them as text, once it is complete.
 *
 * Structure is checked where it is walked. The text of a value is not: its receiver parses it.
 */
export class JsonPieces {
  readonly #options: JsonPiecesOptions;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #frames: Frame[] = [];
  #expected: Expectation = "value";
  #pieces: JsonPiece[] = [];
  /** Bytes before the current chunk. */
  #before = 0;

  #isCapturing = false;
  #isName = false;
  #path: JsonPath = [];
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #captureStart = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isScalar = false;

  constructor(options: JsonPiecesOptions) {
    this.#options = options;
  }

  /**
   * Returns the values that this chunk completes, in document order.
   * @throws JsonSyntaxError, JsonValueTooLarge; the reader is unusable after that
   */
  push(chunk: Uint8Array): JsonPiece[] {
    this.#pieces = [];
    let at = 0;
    while (at < chunk.length) at = this.#isCapturing ? this.#capture(chunk, at) : this.#structure(chunk, at);
    this.#before += chunk.length;
    return this.#pieces;
  }

  /** Returns the values that the end of the document completes. @throws JsonSyntaxError when it is incomplete */
  end(): JsonPiece[] {
    this.#pieces = [];
    if (this.#isCapturing && this.#isScalar && this.#frames.length === 0) this.#finish(this.#before);
    if (this.#expected !== "end") throw new JsonSyntaxError("it ends before it is complete", this.#here());
    return this.#pieces;
  }

  /** The innermost current path, for messages. */
  #here(): JsonPath {
    return this.#isCapturing ? this.#path : (this.#frames.at(-1)?.path ?? []);
  }

  #structure(chunk: Uint8Array, at: number): number {
    const code = chunk[at] ?? 0;
    if (isSpace(code)) return at + 1;
    const frame = this.#frames.at(-1);
    switch (this.#expected) {
      case "comma or close":
        if (code === COMMA && frame) this.#expected = frame.isObject ? "name" : "value";
        else this.#close(code, this.#before + at);
        return at + 1;
      case "colon":
        if (code !== COLON) throw this.#unexpected(this.#before + at);
        this.#expected = "value";
        return at + 1;
      case "name or close":
        if (code === CLOSE_BRACE) return this.#closeAt(code, at);
        return this.#startName(code, at);
      case "name":
        return this.#startName(code, at);
      case "value or close":
        if (code === CLOSE_BRACKET) return this.#closeAt(code, at);
        return this.#startValue(code, at);
      case "value":
        return this.#startValue(code, at);
      case "end":
        throw this.#unexpected(this.#before + at);
    }
  }

  #closeAt(code: number, at: number): number {
    this.#close(code, this.#before + at);
    return at + 1;
  }

  #close(code: number, position: number): void {
    const frame = this.#frames.at(-1);
    if (!frame || code !== (frame.isObject ? CLOSE_BRACE : CLOSE_BRACKET)) throw this.#unexpected(position);
    this.#frames.pop();
    this.#pieces.push({ kind: "close", path: frame.path });
    this.#expected = this.#frames.length === 0 ? "end" : "comma or close";
  }

  #startName(code: number, at: number): number {
    if (code !== QUOTE) throw this.#unexpected(this.#before + at);
    this.#isName = true;
    this.#startCapture(this.#frames.at(-1)?.path ?? [], at);
    return at;
  }

  #startValue(code: number, at: number): number {
    const frame = this.#frames.at(-1);
    if (frame && !frame.isObject) {
      frame.index += 1;
      this.#path = [...frame.path, frame.index];
    }
    // A member's path was set when its name was complete.
    const path = this.#path;
    const opening = code === OPEN_BRACE ? "{" : code === OPEN_BRACKET ? "[" : null;
    if (opening !== null && this.#options.enter(path, opening)) {
      this.#frames.push({ path, isObject: opening === "{", names: new Set(), index: -1 });
      this.#pieces.push({ kind: "open", path });
      this.#expected = opening === "{" ? "name or close" : "value or close";
      return at + 1;
    }
    this.#isName = false;
    this.#startCapture(path, at);
    return at;
  }

  #startCapture(path: JsonPath, at: number): void {
    this.#isCapturing = true;
    this.#path = path;
    this.#captureStart = this.#before + at;
    this.#parts = [];
    this.#partBytes = 0;
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#isScalar = false;
  }

  /** Reads bytes until the value is complete; returns the index to continue at. */
  #capture(chunk: Uint8Array, from: number): number {
    const end = this.#endOfValue(chunk, from);
    const isComplete = end >= 0;
    const until = isComplete ? end : chunk.length;
    this.#partBytes += until - from;
    if (this.#partBytes > this.#options.maxValueBytes) throw new JsonValueTooLarge();
    if (until > from) this.#parts.push(chunk.subarray(from, until));
    if (isComplete) this.#finish(this.#before + until);
    return until;
  }

  /** The index after the last byte of the value, or -1 when the value continues in the next chunk. */
  #endOfValue(chunk: Uint8Array, from: number): number {
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    let isScalar = this.#isScalar;
    let end = -1;
    for (let at = from; at < chunk.length && end < 0; at += 1) {
      const code = chunk[at] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (code === BACKSLASH) isEscaped = true;
        else if (code === QUOTE) {
          isInString = false;
          if (depth === 0) end = at + 1;
        }
      } else if (isScalar) {
        if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isSpace(code)) end = at;
      } else if (code === QUOTE) isInString = true;
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        depth += 1;
        if (depth > this.#options.maxDepth) {
          throw new JsonSyntaxError(`it is nested deeper than ${this.#options.maxDepth} levels`, this.#path);
        }
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (depth === 0) throw this.#unexpected(this.#before + at);
        depth -= 1;
        if (depth === 0) end = at + 1;
      } else if (depth === 0) {
        if (code === COMMA || code === COLON) throw this.#unexpected(this.#before + at);
        isScalar = true;
      }
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    this.#isScalar = isScalar;
    return end;
  }

  #finish(end: number): void {
    const text = this.#decode();
    this.#isCapturing = false;
    this.#parts = [];
    if (!this.#isName) {
      this.#pieces.push({ kind: "value", path: this.#path, text, start: this.#captureStart, end });
      this.#expected = this.#frames.length === 0 ? "end" : "comma or close";
      return;
    }
    const frame = this.#frames.at(-1);
    const name = parseName(text, this.#path);
    if (frame?.names.has(name)) throw new JsonSyntaxError(`the member ${text.slice(0, 100)} occurs twice`, this.#path);
    frame?.names.add(name);
    this.#path = [...this.#path, name];
    this.#expected = "colon";
  }

  #decode(): string {
    const [first] = this.#parts;
    const bytes = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts, this.#partBytes);
    try {
      return this.#utf8.decode(bytes);
    } catch {
      throw new JsonSyntaxError("it is not valid UTF-8", this.#path);
    }
  }

  #unexpected(position: number): JsonSyntaxError {
    if (this.#expected === "end") return new JsonSyntaxError(`there is more text after its end, at byte ${position}`);
    return new JsonSyntaxError(`expected a ${this.#expected} at byte ${position}`, this.#here());
  }
}

function parseName(text: string, path: JsonPath): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new JsonSyntaxError("a name is not a JSON string", path);
  }
}
