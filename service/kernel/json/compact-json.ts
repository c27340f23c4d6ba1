import { isUtf8 } from "node:buffer";
import { BYTE_KINDS, DIGIT, isOddRun, type JsonBytes, plainEnd, pythonBytes } from "./json-bytes";
import { pythonFloat } from "./python-json";

/** Outcome of {@link CompactJson.write}. */
export type Compacted =
  /** Written. */
  | "written"
  /** The bytes are not JSON, or nest too deep: nothing was written. */
  | "not-json"
  /** JSON with repeated or numeric member names, which a parser merges or reorders: nothing was written. */
  | "needs-parser";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_U = 0x75;
const LETTER_W = 0x77;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const LITERALS: ReadonlyMap<number, Buffer> = new Map(
  ["true", "false", "null"].map((literal) => [literal.charCodeAt(0), Buffer.from(literal)]),
);

/** Letters after a backslash that are written back the same. */
const KEPT_ESCAPES: ReadonlySet<number> = new Set([...'"\\bfnrt'].map((letter) => letter.charCodeAt(0)));

/** Objects with more members are left to the parser: each name is compared with those before it. */
const MAX_MEMBERS = 48;
const MAX_DEPTH = 64;

const PROTOTYPE = Buffer.from("__proto__");

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Rewrites JSON as a parser and a writer that keep the digits of numbers would, without building values: without space
 * between tokens, and with the shortest escapes. What needs more than one look at it is left to a parser.
 */
export class CompactJson {
  readonly #out: JsonBytes;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  /** Set where the text stops being JSON, or needs a parser. */
  #failure: Compacted = "written";
  #isAscii = true;
  /** Where the names of the open objects are in the bytes, as pairs of start and end. */
  readonly #names: number[] = [];

  constructor(out: JsonBytes) {
    this.#out = out;
  }

  /** Writes the object or list in a range of UTF-8. */
  write(bytes: Buffer, start: number, end: number): Compacted {
    const out = this.#out;
    const { position, size, oddities, refs } = out;
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#failure = "not-json";
    this.#isAscii = true;
    this.#names.length = 0;
    // No rewritten token is longer than it was.
    out.reserve(end - start);
    if (this.#value(0) && this.#atEnd() && (this.#isAscii || this.#isValid(start, end))) return "written";
    out.rewind(position);
    out.size = size;
    out.oddities = oddities;
    out.refs = refs;
    return this.#failure;
  }

  #isValid(start: number, end: number): boolean {
    this.#failure = "needs-parser";
    return isUtf8(this.#bytes.subarray(start, end));
  }

  #atEnd(): boolean {
    this.#peek();
    return this.#at === this.#end;
  }

  /** The next byte that is not space; -1 at the end. */
  #peek(): number {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at] ?? 0;
      if (!isSpace(byte)) return byte;
      this.#at += 1;
    }
    return -1;
  }

  #put(byte: number, size: number): void {
    const out = this.#out;
    out.buffer[out.length] = byte;
    out.length += 1;
    out.size += size;
    this.#at += 1;
  }

  #needsParser(): false {
    this.#failure = "needs-parser";
    return false;
  }

  #value(depth: number): boolean {
    const byte = this.#peek();
    if (byte === QUOTE) return this.#text();
    if (byte === OPEN_OBJECT) return depth < MAX_DEPTH && this.#object(depth + 1);
    if (byte === OPEN_LIST) return depth < MAX_DEPTH && this.#list(depth + 1);
    if (byte === MINUS || isDigit(byte)) return this.#number();
    return this.#literal(byte);
  }

  #list(depth: number): boolean {
    this.#put(OPEN_LIST, 1);
    if (this.#peek() === CLOSE_LIST) {
      this.#put(CLOSE_LIST, 1);
      return true;
    }
    for (;;) {
      if (!this.#value(depth)) return false;
      const byte = this.#peek();
      if (byte === CLOSE_LIST) {
        this.#put(CLOSE_LIST, 1);
        return true;
      }
      if (byte !== COMMA) return false;
      this.#put(COMMA, 2);
    }
  }

  #object(depth: number): boolean {
    const firstName = this.#names.length;
    this.#put(OPEN_OBJECT, 1);
    if (this.#peek() === CLOSE_OBJECT) {
      this.#put(CLOSE_OBJECT, 1);
      return true;
    }
    for (;;) {
      if (this.#peek() !== QUOTE || !this.#name(firstName) || this.#peek() !== COLON) return false;
      this.#put(COLON, 2);
      if (!this.#value(depth)) return false;
      const byte = this.#peek();
      if (byte === CLOSE_OBJECT) {
        this.#put(CLOSE_OBJECT, 1);
        this.#names.length = firstName;
        return true;
      }
      if (byte !== COMMA) return false;
      this.#put(COMMA, 2);
    }
  }

  #name(firstName: number): boolean {
    const start = this.#at + 1;
    if (!this.#text()) return false;
    const end = this.#at - 1;
    const length = end - start;
    let isNumber = length > 0;
    for (let at = start; at < end; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte === BACKSLASH) return this.#needsParser();
      if (!isDigit(byte)) isNumber = false;
    }
    // A parser moves names that are numbers to the front.
    if (isNumber || this.#isSame(start, end, PROTOTYPE, 0, PROTOTYPE.length)) return this.#needsParser();
    const names = this.#names;
    if ((names.length - firstName) / 2 >= MAX_MEMBERS) return this.#needsParser();
    for (let at = firstName; at < names.length; at += 2) {
      if (this.#isSame(start, end, this.#bytes, names[at] ?? 0, names[at + 1] ?? 0)) return this.#needsParser();
    }
    names.push(start, end);
    return true;
  }

  #isSame(start: number, end: number, other: Buffer, otherStart: number, otherEnd: number): boolean {
    const length = end - start;
    if (length !== otherEnd - otherStart) return false;
    for (let at = 0; at < length; at += 1) if (this.#bytes[start + at] !== other[otherStart + at]) return false;
    return true;
  }

  #text(): boolean {
    const bytes = this.#bytes;
    const out = this.#out;
    const start = this.#at;
    const end = this.#end;
    let at = start + 1;
    // Bytes that Python writes more for, less those that it writes nothing for.
    let extra = 0;
    let digits = 0;
    let lastDigit = -1;
    if (bytes[at] === LETTER_W) out.refs += 1;
    for (at = plainEnd(bytes, at, end); at < end; at = plainEnd(bytes, at + 1, end)) {
      const byte = bytes[at] ?? 0;
      if (BYTE_KINDS[byte] === DIGIT) {
        digits = lastDigit === at - 1 ? digits + 1 : 1;
        lastDigit = at;
        if (digits === 3 && isOddRun(bytes, at)) out.oddities += 1;
        continue;
      }
      if (byte === QUOTE) {
        out.copy(bytes, start, at + 1);
        out.size += at + 1 - start + extra;
        this.#at = at + 1;
        return true;
      }
      if (byte < 0x20) return false;
      if (byte === BACKSLASH) {
        const letter = bytes[at + 1] ?? 0;
        if (letter === LETTER_U || letter === SLASH) return this.#rewrittenText(start);
        if (at + 1 >= end || !KEPT_ESCAPES.has(letter)) return false;
        at += 1;
        continue;
      }
      if (byte > 0x7f) this.#isAscii = false;
      extra += pythonBytes(byte) - 1;
    }
    return false;
  }

  #rewrittenText(start: number): boolean {
    let end = start + 1;
    for (; end < this.#end && this.#bytes[end] !== QUOTE; end += 1) if (this.#bytes[end] === BACKSLASH) end += 1;
    if (end >= this.#end) return false;
    const token = this.#bytes.subarray(start, end + 1);
    for (const byte of token) if (byte > 0x7f) this.#isAscii = false;
    let text: string;
    try {
      text = JSON.stringify(JSON.parse(token.toString("utf8")));
    } catch {
      return false;
    }
    // Invalid bytes would become longer here, and half a pair is a case for the parser.
    if (!this.#isAscii && !isUtf8(token)) return this.#needsParser();
    this.#out.json(text);
    this.#at = end + 1;
    // Writing a text may have replaced the buffer.
    this.#out.reserve(this.#end - this.#at);
    return true;
  }

  #digits(from: number): number {
    let at = from;
    while (at < this.#end && isDigit(this.#bytes[at] ?? 0)) at += 1;
    return at;
  }

  #number(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    const first = bytes[start] === MINUS ? start + 1 : start;
    let end = this.#digits(first);
    if (end === first || (bytes[first] === ZERO && end > first + 1)) return false;
    let isFloat = false;
    let longest = end - first;
    if (end < this.#end && bytes[end] === DOT) {
      const fraction = end + 1;
      end = this.#digits(fraction);
      if (end === fraction) return false;
      longest = Math.max(longest, end - fraction);
      isFloat = true;
    }
    if (end < this.#end && (bytes[end] === 0x65 || bytes[end] === 0x45)) {
      const exponent = bytes[end + 1] === MINUS || bytes[end + 1] === PLUS ? end + 2 : end + 1;
      end = this.#digits(exponent);
      if (end === exponent) return false;
      if (end - exponent >= 3) longest = Number.POSITIVE_INFINITY;
      isFloat = true;
    }
    if (longest > 18) this.#out.oddities += 1;
    this.#out.size += this.#numberSize(start, end, isFloat);
    const out = this.#out;
    for (let at = start; at < end; at += 1) {
      out.buffer[out.length] = bytes[at] ?? 0;
      out.length += 1;
    }
    this.#at = end;
    return true;
  }

  #numberSize(start: number, end: number, isFloat: boolean): number {
    if (isFloat) return pythonFloat(Number(this.#bytes.toString("latin1", start, end))).length;
    const isMinusZero = end - start === 2 && this.#bytes[start] === MINUS && this.#bytes[start + 1] === ZERO;
    return isMinusZero ? 1 : end - start;
  }

  #literal(byte: number): boolean {
    const literal = LITERALS.get(byte);
    if (!literal || this.#at + literal.length > this.#end) return false;
    for (let at = 0; at < literal.length; at += 1) if (this.#bytes[this.#at + at] !== literal[at]) return false;
    for (const letter of literal) this.#put(letter, 1);
    return true;
  }
}
