import { MESSAGE_START } from "@/trainers/built-in/conversation/conversation-bytes";

/** The number of active features at each byte. */
export const FEATURE_COUNT = 10;

const MAX_CONTEXT_BYTES = 6;
const NAMED_POSITIONS = 24;
const POSITION_STEP = 8;
const SPACE = 0x20;
const LINE_FEED = 0x0a;

/** One round of the 32-bit FNV-1a hash, over a whole number instead of a byte. */
const mix = (hash: number, value: number) => Math.imul(hash ^ value, 0x01000193) >>> 0;

/** The last round of MurmurHash3, so that the low bits depend on all bits. */
function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const seedOf = (kind: number) => mix(0x811c9dc5, kind);

/**
 * Follows a conversation byte by byte and returns the features of the position of the next byte: nothing, the last 1 to
 * 6 bytes, the word so far with the word before it, and the message that is answered, once with the position in the
 * answer and once with the last 3 bytes. Features are hashed to rows of the weights; two with the same row share it.
 */
export class ContextFeatures {
  readonly #mask: number;
  readonly #last = new Uint8Array(MAX_CONTEXT_BYTES);
  #word = seedOf(20);
  #wordBefore = seedOf(20);
  #message = seedOf(21);
  #answered = seedOf(21);
  #place = 0;
  #isInHead = false;

  /** @param rowCount rows of the weights, a power of two */
  constructor(rowCount: number) {
    this.#mask = rowCount - 1;
  }

  /** Adds the next byte of the conversation. */
  add(byte: number): void {
    this.#last.copyWithin(1, 0);
    this.#last[0] = byte;
    this.#place += 1;
    if (byte === MESSAGE_START) {
      this.#answered = this.#message;
      this.#message = seedOf(21);
      this.#isInHead = true;
    } else {
      this.#message = mix(this.#message, byte);
    }
    if (this.#isInHead && byte === LINE_FEED) {
      this.#isInHead = false;
      this.#place = 0;
    }
    if (byte === SPACE || byte < SPACE) {
      this.#wordBefore = this.#word;
      this.#word = seedOf(20);
    } else {
      this.#word = mix(this.#word, byte);
    }
  }

  /** Writes the rows of the features that are active at the next byte: `FEATURE_COUNT` row numbers. */
  write(rows: Uint32Array, offset = 0): void {
    rows[offset] = finish(seedOf(0)) & this.#mask;
    let context = seedOf(1);
    let lastThree = context;
    for (let order = 1; order <= MAX_CONTEXT_BYTES; order += 1) {
      context = mix(context, this.#last[order - 1] ?? 0);
      rows[offset + order] = finish(mix(context, order)) & this.#mask;
      if (order === 3) lastThree = context;
    }
    rows[offset + 7] = finish(mix(mix(seedOf(2), this.#wordBefore), this.#word)) & this.#mask;
    const place =
      this.#place < NAMED_POSITIONS ? this.#place : NAMED_POSITIONS + Math.floor(this.#place / POSITION_STEP);
    rows[offset + 8] = finish(mix(mix(seedOf(3), this.#answered), place)) & this.#mask;
    rows[offset + 9] = finish(mix(mix(seedOf(4), this.#answered), lastThree)) & this.#mask;
  }
}
