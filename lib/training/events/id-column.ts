import { GrowingColumn, newCountColumn } from "@/lib/training/metrics/growing-column";
import { unpackId, WORDS_PER_ID } from "./packed-id";

/** FNV-1a over the units of a text. */
function hashOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const FIRST_SLOTS = 128;

/**
 * Ids in order of arrival, each once: 16 bytes for a UUID, and 8 to 16 for lookup by open addressing over a power of
 * two that is at most half full. Other ids are kept as text.
 */
export class IdColumn {
  readonly #words = new GrowingColumn(newCountColumn);
  readonly #texts = new Map<number, string>();
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  at(index: number): string {
    return this.#texts.get(index) ?? unpackId(this.#words.view, index * WORDS_PER_ID);
  }

  /** Adds an id by its words, or by its text where it has none. Returns false if it is already there. */
  push(words: ArrayLike<number>, from: number, text: string | undefined): boolean {
    if (this.#count * 2 >= this.#slots.length) this.#grow();
    const slot = this.#slotOf(words, from, text);
    if (this.#slots[slot] !== -1) return false;
    this.#slots[slot] = this.#count;
    for (let at = from; at < from + WORDS_PER_ID; at += 1) this.#words.push(text === undefined ? (words[at] ?? 0) : 0);
    if (text !== undefined) this.#texts.set(this.#count, text);
    this.#count += 1;
    return true;
  }

  /** Returns the slot of the id, or the free slot where it would go. */
  #slotOf(words: ArrayLike<number>, from: number, text: string | undefined): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(words, from, text) & mask;
    for (;;) {
      const index = this.#slots[slot] ?? -1;
      if (index === -1 || this.#isSame(index, words, from, text)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isSame(index: number, words: ArrayLike<number>, from: number, text: string | undefined): boolean {
    const known = this.#texts.get(index);
    if (text !== undefined || known !== undefined) return known === text;
    for (let at = 0; at < WORDS_PER_ID; at += 1) {
      if (this.#words.at(index * WORDS_PER_ID + at) !== words[from + at]) return false;
    }
    return true;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const words = this.#words.view;
    for (let index = 0; index < this.#count; index += 1) {
      this.#slots[this.#slotOf(words, index * WORDS_PER_ID, this.#texts.get(index))] = index;
    }
  }
}

function hashOf(words: ArrayLike<number>, from: number, text: string | undefined): number {
  if (text !== undefined) return hashOfText(text);
  let hash = 0;
  for (let at = from; at < from + WORDS_PER_ID; at += 1) hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}
