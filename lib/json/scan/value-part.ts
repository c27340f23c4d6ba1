import type { JsonPath, Slice } from "./json-slices";
import type { ValueSize, ValueText } from "./value-text";

/** A value that a part omits, and its position in the requested value. */
interface OmittedValue extends ValueSize {
  readonly path: JsonPath;
  /** The first characters of a string. */
  readonly beginning?: string;
}

/** A window of a value, with too large values omitted. */
export interface ValuePart extends ValueSize {
  /** The window: entries of a list or an object, characters of a string. */
  readonly from: number;
  readonly to: number;
  /** JSON text, digits as they were sent: the entries or the characters of the window, null for each omitted one. */
  readonly text: string;
  readonly omitted: readonly OmittedValue[];
}

export interface ValueWindowRequest {
  readonly from: number;
  /** Null uses {@link WINDOW}. */
  readonly to: number | null;
  /** Approximate number of characters of JSON text to return. */
  readonly maxLength: number;
}

/** Default number of entries of a window, and the maximum for opening a list inside a part. */
const WINDOW = 100;

const PREVIEW_LENGTH = 600;

/** Characters that naming an omitted value takes of the space left. */
const NAMED = 100;

const MAX_DEPTH = 20;

/** One value may take this share of the space left, so that the first does not displace all others. */
const SHARE = 4;

/**
 * Returns a window of the value at a position. A value that fits is returned in full; a larger one is named with its
 * size.
 */
export function partOf(value: ValueText, slice: Slice, { from, to, maxLength }: ValueWindowRequest): ValuePart {
  const size = value.sizeOf(slice);
  const begin = Math.max(0, from);
  if (size.kind === "string") return stringPart(value, slice, size, begin, to ?? begin + maxLength);
  const isWhole = begin === 0 && (to === null || to >= size.count) && size.size <= maxLength;
  if (isWhole) return { ...size, from: 0, to: size.count, text: value.text.slice(slice.start, slice.end), omitted: [] };
  return new Outline(value, maxLength).window(slice, size, begin, Math.min(size.count, to ?? begin + WINDOW));
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

  constructor(value: ValueText, maxLength: number) {
    this.#value = value;
    this.#remainingLength = maxLength;
    this.#maxLength = Math.ceil(maxLength / SHARE);
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
