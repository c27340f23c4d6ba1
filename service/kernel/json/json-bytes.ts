import { isUtf8 } from "node:buffer";
import { isLosslessNumber } from "lossless-json";
import type { BufferPool, LentBuffer } from "@/service/kernel/concurrency/buffer-pool";
import { needsEngineJson } from "./engine-json";
import { pythonLength } from "./python-json";
import { mayHaveRefs } from "./refs";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const LETTER_W = 0x77;
const ZERO = 0x30;

/** How a byte of a string is written in JSON: unchanged, as part of a number, or by a rule of its own. */
const PLAIN = 0;
export const DIGIT = 1;
const SPECIAL = 2;

export const BYTE_KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x30 && byte <= 0x39) return DIGIT;
  return byte < 0x20 || byte === QUOTE || byte === BACKSLASH || byte >= 0x7f ? SPECIAL : PLAIN;
});

/** Returns where the bytes that are written unchanged end, which are most: a loop of its own takes half the time. */
export function plainEnd(bytes: Uint8Array, from: number, end: number): number {
  const kinds = BYTE_KINDS;
  let at = from;
  while (at < end && kinds[bytes[at] ?? 0] === PLAIN) at += 1;
  return at;
}

/** The letter after the backslash, for control characters that have a short escape. */
const SHORT_ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x08, 0x62],
  [0x09, 0x74],
  [0x0a, 0x6e],
  [0x0c, 0x66],
  [0x0d, 0x72],
]);

/** Bytes of a text that are converted at a time: each may become six. */
const BLOCK = 16 * 1024;
const CHUNK = 1024 * 1024;

/** Fewer bytes are copied faster one by one than by a call of the platform. */
const SHORT_COPY = 64;

/** The length in Python's form of a character that begins with this byte; the other bytes of it count nothing. */
export function pythonBytes(byte: number): number {
  if (byte < 0x80 || (byte >= 0xc0 && byte < 0xf0)) return 6;
  return byte >= 0xf0 ? 12 : 0;
}

/** The same few names are written for each call. */
const NAME_TOKENS = new Map<string, string>();
const MAX_NAME_TOKENS = 500;
const MAX_KEPT_NAME = 64;

function nameToken(name: string): string {
  const known = NAME_TOKENS.get(name);
  if (known !== undefined) return known;
  const token = `${JSON.stringify(name)}:`;
  if (NAME_TOKENS.size < MAX_NAME_TOKENS && name.length <= MAX_KEPT_NAME) NAME_TOKENS.set(name, token);
  return token;
}

/** A value that writes its own JSON. */
export interface JsonPiece {
  writeTo(out: JsonBytes): void;
}

function isPiece(value: object): value is JsonPiece {
  return "writeTo" in value && typeof value.writeTo === "function";
}

/**
 * Appends JSON as UTF-8, and counts while writing what is stored beside a payload: its length as Python writes it, and
 * whether it may have numbers that the engine cannot read, or refs.
 *
 * Written bytes are never moved once {@link keep} was called for them, so that views of them stay valid.
 */
export class JsonBytes {
  /** Where the next byte goes, and how much is written. {@link reserve} may replace the buffer. */
  buffer: Buffer;
  length = 0;
  /** Bytes so far as Python writes them. */
  size = 0;
  /** How often something was written that the engine's JSON functions may not read, or that may be a ref. */
  oddities = 0;
  refs = 0;
  /** Beginning of what is not yet kept; offsets of callers count from here. */
  #base = 0;
  readonly #pool: BufferPool | null;
  /** The buffers of the pool: those that were filled, and this one. */
  #lent: LentBuffer[] = [];

  /**
   * @param capacity bytes for which there is space at the beginning
   * @param pool where its buffers come from
   */
  constructor(capacity = CHUNK, pool: BufferPool | null = null) {
    this.#pool = pool;
    this.buffer = this.#allocate(capacity);
  }

  /** Gives its buffers back to the pool. Nobody may have a view of what was written, and nothing may be written after it. */
  release(): void {
    for (const { giveBack } of this.#lent) giveBack();
    this.#lent = [];
    this.buffer = Buffer.alloc(0);
    this.length = 0;
    this.#base = 0;
  }

  #allocate(bytes: number): Buffer {
    const lent = this.#pool?.take(bytes);
    if (lent === undefined) return Buffer.allocUnsafeSlow(bytes);
    this.#lent.push(lent);
    return lent.bytes;
  }

  get position(): number {
    return this.length - this.#base;
  }

  /** The bytes between two positions. Valid until the next write, and after `keep` forever. */
  view(from: number, to: number): Buffer {
    return this.buffer.subarray(this.#base + from, this.#base + to);
  }

  /** Ends a record: positions count from here, and what was written stays where it is. */
  keep(): void {
    this.#base = this.length;
  }

  /** Makes space for this many bytes. */
  reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const used = this.length - this.#base;
    const grown = this.#allocate(Math.max(CHUNK, (used + bytes) * 2));
    this.buffer.copy(grown, 0, this.#base, this.length);
    this.buffer = grown;
    this.#base = 0;
    this.length = used;
  }

  /** Goes back to a position. */
  rewind(position: number): void {
    this.length = this.#base + position;
  }

  /** Writes tokens of JSON; the caller adds to the counts. */
  tokens(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.buffer.write(text, this.length, "utf8");
  }

  /** Writes bytes of JSON; the caller adds to the counts. */
  raw(bytes: Buffer): void {
    this.copy(bytes, 0, bytes.length);
  }

  /** Writes a range of bytes of JSON; the caller adds to the counts. */
  copy(bytes: Buffer, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    if (count > SHORT_COPY) bytes.copy(this.buffer, this.length, start, end);
    else for (let at = 0; at < count; at += 1) this.buffer[this.length + at] = bytes[start + at] ?? 0;
    this.length += count;
  }

  /** Writes tokens of JSON. */
  json(text: string): void {
    this.tokens(text);
    this.size += pythonLength(text);
    if (needsEngineJson(text)) this.oddities += 1;
    if (mayHaveRefs(text)) this.refs += 1;
  }

  /** Writes a whole number, a boolean or null. */
  scalar(token: string): void {
    this.tokens(token);
    this.size += token.length;
    if (token.length > MAX_DIGITS) this.oddities += 1;
  }

  /** Writes a value; a number keeps its digits, and members that are undefined are left out. */
  value(value: unknown): void {
    const rest = this.#append(value, "");
    if (rest !== "") this.json(rest);
  }

  /** Collects tokens in `pending`, so that they are written together, until a piece has to be written after them. */
  #append(value: unknown, pending: string): string {
    if (typeof value !== "object" || value === null) return pending + JSON.stringify(value ?? null);
    if (isLosslessNumber(value)) return pending + value.toString();
    if (Array.isArray(value)) return this.#appendList(value, pending);
    if (!isPiece(value)) return this.#appendMembers(value, pending);
    if (pending !== "") this.json(pending);
    value.writeTo(this);
    return "";
  }

  #appendList(list: readonly unknown[], pending: string): string {
    let tokens = `${pending}[`;
    for (let at = 0; at < list.length; at += 1) tokens = this.#append(list[at], at > 0 ? `${tokens},` : tokens);
    return `${tokens}]`;
  }

  #appendMembers(members: { readonly [Name in string]?: unknown }, pending: string): string {
    let tokens = `${pending}{`;
    let separator = "";
    // Without the pairs of `Object.entries`, which cost more than the names.
    for (const name of Object.keys(members)) {
      const value = members[name];
      if (value === undefined) continue;
      tokens = this.#append(value, `${tokens}${separator}${nameToken(name)}`);
      separator = ",";
    }
    return `${tokens}}`;
  }

  /** Writes a text, given as UTF-8, as a string. Returns false when the text is not valid UTF-8. */
  text(bytes: Buffer, start: number, end: number): boolean {
    return this.#text(bytes, start, end) || isUtf8(bytes.subarray(start, end));
  }

  /** Returns true when the text is ASCII only. */
  #text(bytes: Buffer, start: number, end: number): boolean {
    if (bytes[start] === LETTER_W && end > start) this.refs += 1;
    this.reserve(1);
    this.buffer[this.length] = QUOTE;
    this.length += 1;
    this.size += 2;
    let isAscii = true;
    for (let at = start; at < end; at += BLOCK) {
      if (!this.#block(bytes, at, Math.min(end, at + BLOCK))) isAscii = false;
    }
    this.reserve(1);
    this.buffer[this.length] = QUOTE;
    this.length += 1;
    return isAscii;
  }

  #block(bytes: Buffer, start: number, end: number): boolean {
    this.reserve((end - start) * 6);
    let lastDigit = -1;
    let digits = 0;
    let isAscii = true;
    /** From here, nothing is written yet. */
    let from = start;
    for (let at = plainEnd(bytes, start, end); at < end; at = plainEnd(bytes, at + 1, end)) {
      const byte = bytes[at] ?? 0;
      if (BYTE_KINDS[byte] === DIGIT) {
        digits = lastDigit === at - 1 ? digits + 1 : 1;
        lastDigit = at;
        if (digits === 3 && isOddRun(bytes, at)) this.oddities += 1;
      } else if (byte >= 0x7f) {
        if (byte > 0x7f) isAscii = false;
        this.size += pythonBytes(byte) - 1;
      } else {
        this.#plain(bytes, from, at);
        this.#escaped(byte);
        from = at + 1;
      }
    }
    this.#plain(bytes, from, end);
    return isAscii;
  }

  #plain(bytes: Buffer, start: number, end: number): void {
    this.copy(bytes, start, end);
    this.size += end - start;
  }

  #escaped(byte: number): void {
    const escaped = byte === QUOTE || byte === BACKSLASH ? byte : SHORT_ESCAPES.get(byte);
    const out = this.buffer;
    out[this.length] = BACKSLASH;
    if (escaped !== undefined) {
      out[this.length + 1] = escaped;
      this.length += 2;
      this.size += 2;
      return;
    }
    out[this.length + 1] = LETTER_U;
    out[this.length + 2] = ZERO;
    out[this.length + 3] = ZERO;
    out[this.length + 4] = ZERO + (byte >> 4);
    out[this.length + 5] = (byte & 15) < 10 ? ZERO + (byte & 15) : 0x57 + (byte & 15);
    this.length += 6;
    this.size += 6;
    this.oddities += 1;
  }
}

const MINUS = 0x2d;
const PLUS = 0x2b;
const MAX_DIGITS = 18;

const isDigit = (byte: number | undefined) => byte !== undefined && BYTE_KINDS[byte] === DIGIT;
const isExponent = (byte: number | undefined) => byte === 0x65 || byte === 0x45;

/** True when the digits around `at` may belong to a number that the engine cannot read. */
export function isOddRun(bytes: Buffer, at: number): boolean {
  let start = at;
  while (isDigit(bytes[start - 1])) start -= 1;
  const before = bytes[start - 1];
  if (isExponent(before)) return true;
  if ((before === MINUS || before === PLUS) && isExponent(bytes[start - 2])) return true;
  let end = at + 1;
  while (end - start <= MAX_DIGITS && isDigit(bytes[end])) end += 1;
  return end - start > MAX_DIGITS;
}
