import type { JsonPath, Slice } from "./json-slices";
import type { ValueSize, ValueText } from "./value-text";

/** A value that a part leaves out, and where it belongs in what was asked for. */
interface OmittedValue extends ValueSize {
  readonly path: JsonPath;
  /** The first characters of a string. */
  readonly beginning?: string;
}

/** A window of a value, of which what is too large is left out. */
export interface ValuePart extends ValueSize {
  /** The window: entries of a list or an object, characters of a string. */
  readonly from: number;
  readonly to: number;
  /** JSON text, digits as they were sent: the entries or the characters of the window, null for each that is left out. */
  readonly text: string;
  readonly omitted: readonly OmittedValue[];
}

export interface ValueWindowRequest {
  readonly from: number;
  /** Null takes as many as {@link WINDOW} says. */
  readonly to: number | null;
  /** Characters of JSON text to give, about. */
  readonly maxLength: number;
}

/** Entries of a window when nobody says how many, and the most that a list inside a part may have to be opened. */
const WINDOW = 100;

const PREVIEW_LENGTH = 600;

/** What naming a value that is left out takes of the room. */
const NAMED = 100;

const MAX_DEPTH = 20;

/** One value may take this share of the room, so that the first does not leave out all others. */
const SHARE = 4;

/** A window of the value at a place. A value that fits is given whole; what does not is named with its size. */
export function partOf(value: ValueText, slice: Slice, { from, to, maxLength: room }: ValueWindowRequest): ValuePart {
  const size = value.sizeOf(slice);
  const begin = Math.max(0, from);
  if (size.kind === "string") return stringPart(value, slice, size, begin, to ?? begin + room);
  const isWhole = begin === 0 && (to === null || to >= size.count) && size.size <= room;
  if (isWhole) return { ...size, from: 0, to: size.count, text: value.text.slice(slice.start, slice.end), omitted: [] };
  return new Outline(value, room).window(slice, size, begin, Math.min(size.count, to ?? begin + WINDOW));
}

function stringPart(value: ValueText, slice: Slice, size: ValueSize, from: number, to: number): ValuePart {
  const places = value.placesOf(slice);
  const window = places.isFullWindow(from, to);
  const text = `"${value.text.slice(places.placeOf(window.from), places.placeOf(window.to))}"`;
  return { ...size, ...window, text, omitted: [] };
}

class Outline {
  readonly #value: ValueText;
  readonly #maxLength: number;
  readonly #leftOut: OmittedValue[] = [];
  #remainingLength: number;

  constructor(value: ValueText, room: number) {
    this.#value = value;
    this.#remainingLength = room;
    this.#maxLength = Math.ceil(room / SHARE);
  }

  window(slice: Slice, size: ValueSize, from: number, to: number): ValuePart {
    const first = Math.min(from, to);
    const text = this.#entries(slice, [], first, to);
    return { ...size, from: first, to, text, omitted: this.#leftOut };
  }

  #entries(slice: Slice, path: JsonPath, from: number, to: number): string {
    const written: string[] = [];
    for (const entry of this.#value.entries(slice.start, from)) {
      if (entry.ordinal >= to) break;
      const text = this.#text(entry, [...path, entry.name ?? entry.ordinal]);
      written.push(entry.name === null ? text : `${JSON.stringify(entry.name)}:${text}`);
    }
    return this.#value.kindAt(slice.start) === "list" ? `[${written.join(",")}]` : `{${written.join(",")}}`;
  }

  #text(slice: Slice, path: JsonPath): string {
    const length = slice.end - slice.start;
    if (length <= Math.min(this.#maxLength, this.#remainingLength)) {
      this.#remainingLength -= length;
      return this.#value.text.slice(slice.start, slice.end);
    }
    const size = this.#value.sizeOf(slice);
    const isOpened = size.kind === "object" || size.kind === "list";
    if (isOpened && size.count <= WINDOW && path.length <= MAX_DEPTH && this.#remainingLength > NAMED * size.count) {
      return this.#entries(slice, path, 0, size.count);
    }
    this.#remainingLength -= NAMED;
    this.#leftOut.push({ ...size, path, ...(size.kind === "string" ? { beginning: this.#beginning(slice) } : {}) });
    return "null";
  }

  #beginning(slice: Slice): string {
    if (this.#remainingLength < PREVIEW_LENGTH) return "";
    this.#remainingLength -= PREVIEW_LENGTH;
    const places = this.#value.placesOf(slice);
    const { from, to } = places.isFullWindow(0, PREVIEW_LENGTH);
    return String(JSON.parse(`"${this.#value.text.slice(places.placeOf(from), places.placeOf(to))}"`));
  }
}
