import { isUtf8 } from "node:buffer";
import { WireError } from "./wire-reader";

/** A text that many spans repeat. The object is the same each time. */
export interface InternedText {
  readonly text: string;
  readonly bytes: Buffer;
  /** Different for every text of one table. */
  readonly id: number;
}

/** Longer texts are rarely repeated. */
const MAX_LENGTH = 96;
const MAX_TEXTS = 8192;

/**
 * The names that spans repeat: keys, models, operations. Each is decoded once and found again by its bytes. The table
 * is emptied when it is full, so that texts that never repeat cannot fill the memory.
 */
export class InternedTexts {
  #byHash = new Map<number, InternedText[]>();
  #count = 0;
  #nextId = 1;

  /**
   * Returns the text in a range of UTF-8; null when it is too long for the table.
   *
   * @throws WireError when it is not UTF-8.
   */
  find(bytes: Buffer, start: number, end: number): InternedText | null {
    const length = end - start;
    if (length > MAX_LENGTH) return null;
    let hash = length;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash, 31) + (bytes[at] ?? 0);
    hash |= 0;
    const candidates = this.#byHash.get(hash);
    if (candidates) {
      for (const candidate of candidates) if (isSame(candidate.bytes, bytes, start, length)) return candidate;
    }
    return this.#add(hash, Buffer.from(bytes.subarray(start, end)));
  }

  /** Returns the text in a range of UTF-8, from the table where it can be. */
  textOf(bytes: Buffer, start: number, end: number): string {
    if (start === end) return "";
    return this.find(bytes, start, end)?.text ?? decoded(bytes.subarray(start, end));
  }

  #add(hash: number, bytes: Buffer): InternedText {
    if (this.#count >= MAX_TEXTS) {
      this.#byHash = new Map();
      this.#count = 0;
    }
    const added = { text: decoded(bytes), bytes, id: this.#nextId };
    const present = this.#byHash.get(hash);
    if (present) present.push(added);
    else this.#byHash.set(hash, [added]);
    this.#count += 1;
    this.#nextId += 1;
    return added;
  }
}

/** @throws WireError when the bytes are not UTF-8 */
export function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new WireError("a text is not valid UTF-8");
}

function decoded(bytes: Buffer): string {
  requireUtf8(bytes);
  return bytes.toString("utf8");
}

function isSame(known: Buffer, bytes: Buffer, start: number, length: number): boolean {
  if (known.length !== length) return false;
  for (let at = 0; at < length; at += 1) if (known[at] !== bytes[start + at]) return false;
  return true;
}
