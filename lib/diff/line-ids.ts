import type { TimeSlicedWork } from "@/lib/scheduling/run-in-time-slices";
import type { LineText } from "./line-text";

/** Two lists of lines as numbers: equal lines have the same number. */
export interface LineIds {
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** The exclusive upper bound of the numbers. */
  readonly count: number;
}

const YIELD_EVERY = 4096;

/** FNV-1a over the whole line: lines are short. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

function hashOf(text: string, from: number, to: number): number {
  let hash = HASH_START;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
  // The low bits choose the position in the table, so the high ones are mixed into them.
  return hash ^ (hash >>> 15);
}

function areEqual(a: string, aFrom: number, b: string, bFrom: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) {
    if (a.charCodeAt(aFrom + at) !== b.charCodeAt(bFrom + at)) return false;
  }
  return true;
}

/** The distinct lines so far, in a table of numbers: a map of strings takes three times as long. */
class LineTable {
  /** The number of a line plus one; 0 for a free position. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  readonly #texts: string[] = [];
  readonly #starts: Int32Array;
  readonly #lengths: Int32Array;
  count = 0;

  /** @param most maximum number of lines */
  constructor(most: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, most * 2))));
    this.#hashes = new Int32Array(most);
    this.#starts = new Int32Array(most);
    this.#lengths = new Int32Array(most);
  }

  idOf(text: string, from: number, to: number): number {
    const mask = this.#slots.length - 1;
    const hash = hashOf(text, from, to);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return this.#add(slot, hash, text, from, to);
      const isSame =
        this.#hashes[id] === hash &&
        this.#lengths[id] === to - from &&
        areEqual(this.#texts[id] ?? "", this.#starts[id] ?? 0, text, from, to - from);
      if (isSame) return id;
    }
  }

  #add(slot: number, hash: number, text: string, from: number, to: number): number {
    const id = this.count;
    this.#slots[slot] = id + 1;
    this.#hashes[id] = hash;
    this.#starts[id] = from;
    this.#lengths[id] = to - from;
    this.#texts.push(text);
    this.count += 1;
    return id;
  }
}

/** Gives equal lines of both sides the same number. */
export function* lineIds(left: LineText, right: LineText): TimeSlicedWork<LineIds> {
  const table = new LineTable(left.length + right.length);
  const leftIds = yield* idsOf(table, left);
  const rightIds = yield* idsOf(table, right);
  return { left: leftIds, right: rightIds, count: table.count };
}

function* idsOf(table: LineTable, lines: LineText): TimeSlicedWork<Int32Array> {
  const ids = new Int32Array(lines.length);
  const { text, ends } = lines;
  let from = 0;
  for (let index = 0; index < ids.length; index += 1) {
    const to = ends[index] ?? from;
    ids[index] = table.idOf(text, from, to);
    from = to + 1;
    if (index % YIELD_EVERY === 0) yield;
  }
  return ids;
}
