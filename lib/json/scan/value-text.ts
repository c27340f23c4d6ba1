import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { findPattern, isInsideEscape, MAX_ESCAPED_LENGTH } from "./find-pattern";
import { decodeString, type JsonPath, JsonReader, type Slice } from "./json-slices";
import { StringOffsets } from "./string-positions";
import { findLongValues, type IndexedKind, type LongValue, type LongValues, MARKED, type Pause } from "./value-index";

/** The kind and size of a value, without the value. */
export interface ValueSize {
  readonly kind: IndexedKind;
  /** Characters of its JSON text. */
  readonly size: number;
  /** Members, items, or characters of a string; 0 for everything else. */
  readonly count: number;
}

/** One entry of a list or an object. */
export interface Entry {
  /** Its index among its siblings, from 0. */
  readonly ordinal: number;
  /** The name of a member; null in lists. */
  readonly name: string | null;
  /** The start of the entry: the quote of its name, or its value. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The position of a hit. */
export interface Hit {
  readonly path: JsonPath;
  /** The index of each step of the path among its siblings. */
  readonly ordinals: readonly number[];
  readonly in: "name" | "value";
  /** First character of the string, or of the number or word as it is written. */
  readonly character: number;
  /** Where the search continues. */
  readonly next: number;
  /** The surrounding text, as written in JSON. */
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** Characters searched at a time between two pauses. */
const STRIDE = 2 * 1024 * 1024;

/** Entries skipped at a time between two pauses. */
const ENTRIES = 4096;

const AROUND = 40;

const KINDS: Readonly<Record<string, IndexedKind>> = {
  "{": "object",
  "[": "list",
  '"': "string",
  t: "boolean",
  f: "boolean",
  n: "null",
};

/**
 * A JSON text of any size that is read in parts: it is scanned once when it is opened, and never built as objects. Long
 * operations pause now and then.
 */
export class ValueText {
  readonly text: string;
  readonly #long: LongValues;
  readonly #pause: Pause;
  readonly #strings = new Map<number, StringOffsets>();

  private constructor(text: string, long: LongValues, pause: Pause) {
    this.text = text;
    this.#long = long;
    this.#pause = pause;
  }

  static async open(text: string, pause: Pause): Promise<ValueText> {
    return new ValueText(text, await findLongValues(text, pause), pause);
  }

  /**
   * Returns the position of the value at a path; undefined when the path leads nowhere. Of two members with one name,
   * the later.
   */
  async sliceAt(path: JsonPath): Promise<Slice | undefined> {
    let found: Slice | undefined = this.#valueFrom(0);
    for (const step of path) {
      if (found === undefined) return undefined;
      found = typeof step === "number" ? this.#item(found.start, step) : await this.#member(found.start, step);
    }
    return found;
  }

  kindAt(start: number): IndexedKind {
    return KINDS[this.text.charAt(start)] ?? "number";
  }

  sizeOf({ start, end }: Slice): ValueSize {
    const kind = this.kindAt(start);
    return { kind, size: end - start, count: this.#countAt(start, end, kind) };
  }

  /** Yields the entries of a list or an object, from one of them on. */
  *entries(start: number, from = 0): Generator<Entry, void, void> {
    const isList = this.kindAt(start) === "list";
    const marks = this.#long.get(start)?.marks;
    const mark = Math.min(Math.floor(from / MARKED), (marks?.length ?? 1) - 1);
    let ordinal = Math.max(0, mark) * MARKED;
    let at = this.#space(marks?.[mark] ?? start + 1);
    while (!this.#closes(at)) {
      const entry = this.#entryAt(at, ordinal, isList);
      if (ordinal >= from) yield entry;
      ordinal += 1;
      at = this.#space(entry.end);
      if (this.text[at] !== ",") return;
      at = this.#space(at + 1);
    }
  }

  /** Positions of the characters of a string. Those of long strings are cached. */
  placesOf({ start, end }: Slice): StringOffsets {
    const known = this.#strings.get(start);
    if (known) return known;
    const places = new StringOffsets(this.text, start, end);
    if (this.#long.has(start)) this.#strings.set(start, places);
    return places;
  }

  /**
   * Finds text inside a value, in the order of the text.
   * @param after the `next` of an earlier hit, or null from the beginning
   */
  async *find(within: Slice, words: string, after: number | null): AsyncGenerator<Hit, void, void> {
    for await (const match of this.#matches(within, words, after)) yield this.#hitAt(within, match);
  }

  /** Counts the hits of a text inside a value, up to `most`. */
  async countOf(within: Slice, words: string, most: number): Promise<number> {
    let count = 0;
    for await (const _ of this.#matches(within, words, null)) {
      count += 1;
      if (count >= most) break;
    }
    return count;
  }

  async *#matches({ start, end }: Slice, words: string, after: number | null): AsyncGenerator<Slice, void, void> {
    const pattern = findPattern(words);
    const overlap = words.length * MAX_ESCAPED_LENGTH;
    let from = Math.max(start, after ?? start);
    for (let at = from; at < end; at += STRIDE) {
      const piece = this.text.slice(at, Math.min(end, at + STRIDE + overlap));
      pattern.lastIndex = Math.max(0, from - at);
      for (let match = pattern.exec(piece); match !== null; match = pattern.exec(piece)) {
        const place = at + match.index;
        if (match.index >= STRIDE) break;
        if (isInsideEscape(this.text, place)) {
          pattern.lastIndex = match.index + 1;
          continue;
        }
        from = place + match[0].length;
        yield { start: place, end: from };
      }
      await this.#pause();
    }
  }

  #hitAt(within: Slice, { start, end }: Slice): Hit {
    const path: (string | number)[] = [];
    const ordinals: number[] = [];
    let value: Slice = this.#valueFrom(within.start);
    let place: "name" | "value" = "value";
    for (;;) {
      const kind = this.kindAt(value.start);
      const entry = kind === "object" || kind === "list" ? this.#entryAround(value.start, start) : undefined;
      if (entry === undefined) break;
      path.push(entry.name ?? entry.ordinal);
      ordinals.push(entry.ordinal);
      value = { start: entry.start, end: entry.end };
      if (start < entry.start) {
        place = "name";
        value = { start: entry.at, end: endOfString(this.text, entry.at) };
        break;
      }
    }
    const isString = this.text[value.start] === '"';
    const first = Math.max(within.start, start - AROUND);
    return {
      path,
      ordinals,
      in: place,
      next: end,
      character: isString ? this.placesOf(value).characterAt(Math.max(start, value.start + 1)) : start - value.start,
      before: this.text.slice(first, start),
      found: this.text.slice(start, end),
      after: this.text.slice(end, Math.min(within.end, end + AROUND)),
    };
  }

  /** The entry that a position belongs to; undefined between two. */
  #entryAround(start: number, place: number): Entry | undefined {
    const marks = this.#long.get(start)?.marks ?? [];
    let low = 0;
    let high = marks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((marks[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    for (const entry of this.entries(start, low * MARKED)) {
      if (entry.at > place) return undefined;
      if (place < entry.end) return entry;
    }
    return undefined;
  }

  #item(start: number, index: number): Slice | undefined {
    if (this.kindAt(start) !== "list") return undefined;
    for (const entry of this.entries(start, index)) return entry.ordinal === index ? entry : undefined;
    return undefined;
  }

  async #member(start: number, name: string): Promise<Slice | undefined> {
    if (this.kindAt(start) !== "object") return undefined;
    let found: Slice | undefined;
    for (const entry of this.entries(start)) {
      if (entry.name === name) found = entry;
      if (entry.ordinal % ENTRIES === ENTRIES - 1) await this.#pause();
    }
    return found;
  }

  #entryAt(at: number, ordinal: number, isList: boolean): Entry {
    if (isList) return { ordinal, name: null, at, ...this.#valueFrom(at) };
    const nameEnd = endOfString(this.text, at);
    const colon = this.#space(nameEnd);
    return { ordinal, name: decodeString(this.text, { start: at, end: nameEnd }), at, ...this.#valueFrom(colon + 1) };
  }

  #valueFrom(at: number): Slice {
    const start = this.#space(at);
    const long: LongValue | undefined = this.#long.get(start);
    return long ? { start, end: long.end } : new JsonReader(this.text, start).skip();
  }

  #countAt(start: number, end: number, kind: IndexedKind): number {
    if (kind === "string") {
      return this.#long.has(start)
        ? this.placesOf({ start, end }).length
        : decodeString(this.text, { start, end }).length;
    }
    if (kind !== "object" && kind !== "list") return 0;
    const long = this.#long.get(start);
    if (long) return long.count;
    let count = 0;
    for (const _ of this.entries(start)) count += 1;
    return count;
  }

  #closes(at: number): boolean {
    const character = this.text[at];
    return character === "}" || character === "]" || character === undefined;
  }

  #space(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) <= 32) at += 1;
    return at;
  }
}
