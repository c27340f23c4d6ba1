import { endOfString } from "@/lib/api/contract/scalars/json-text";

/** The position of a value in a JSON text: `text.slice(start, end)` is the value exactly as it was sent. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

export type JsonPath = readonly (string | number)[];

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Reads a JSON text once and returns positions instead of values, so that a payload is stored as it was sent and never
 * built as objects.
 *
 * The text is trusted to be JSON (the request's check has parsed it): structure is checked where it is read, not inside
 * skipped values.
 */
export class JsonReader {
  readonly text: string;
  #at: number;

  constructor(text: string, start = 0) {
    this.text = text;
    this.#at = start;
  }

  /** The first character of the next value, or "" at the end of the text. Does not move past it. */
  peek(): string {
    return this.text.charAt(this.#space());
  }

  /** Skips the next value of any kind. */
  skip(): Slice {
    const start = this.#space();
    const code = this.text.charCodeAt(start);
    if (code === QUOTE) this.#at = endOfString(this.text, start);
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#at = this.#endOfNested(start);
    else this.#at = this.#endOfScalar(start);
    return { start, end: this.#at };
  }

  /**
   * Calls `onMember` for each member of the next value and returns false, without moving, when it is not an object.
   * `onMember` may read the member's value with one call of `skip`, `object` or `array`; if it does not, it is skipped.
   * Of two members with the same name both are reported; with `JSON.parse` the later one counts.
   */
  object(onMember: (name: string) => void): boolean {
    if (!this.#enter(OPEN_BRACE)) return false;
    if (this.#closes(CLOSE_BRACE)) return true;
    do {
      const name = this.#name();
      const before = this.#space();
      onMember(name);
      if (this.#at === before) this.skip();
    } while (this.#continues(CLOSE_BRACE));
    return true;
  }

  /** As {@link object}, for the elements of an array. */
  array(onElement: (index: number) => void): boolean {
    if (!this.#enter(OPEN_BRACKET)) return false;
    if (this.#closes(CLOSE_BRACKET)) return true;
    let index = 0;
    do {
      const before = this.#space();
      onElement(index);
      if (this.#at === before) this.skip();
      index += 1;
    } while (this.#continues(CLOSE_BRACKET));
    return true;
  }

  #space(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.#at);
      if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return this.#at;
      this.#at += 1;
    }
  }

  #enter(open: number): boolean {
    if (this.text.charCodeAt(this.#space()) !== open) return false;
    this.#at += 1;
    return true;
  }

  #closes(close: number): boolean {
    return this.#enter(close);
  }

  #continues(close: number): boolean {
    const code = this.text.charCodeAt(this.#space());
    if (code !== COMMA && code !== close) throw this.#broken();
    this.#at += 1;
    return code === COMMA;
  }

  #name(): string {
    const start = this.#space();
    if (this.text.charCodeAt(start) !== QUOTE) throw this.#broken();
    this.#at = endOfString(this.text, start);
    const name = decodeString(this.text, { start, end: this.#at });
    if (this.text.charCodeAt(this.#space()) !== COLON) throw this.#broken();
    this.#at += 1;
    return name;
  }

  #endOfNested(start: number): number {
    const { text } = this;
    const length = text.length;
    let depth = 0;
    let at = start;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = endOfString(text, at);
        continue;
      }
      at += 1;
      if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
    this.#at = length;
    throw this.#broken();
  }

  #endOfScalar(start: number): number {
    let end = start;
    while (isScalarCode(this.text.charCodeAt(end))) end += 1;
    if (end === start) throw this.#broken();
    return end;
  }

  #broken(): SyntaxError {
    return new SyntaxError(`Not JSON at character ${this.#at}.`);
  }
}

/** Digits, letters, `+`, `-` and `.`: the characters of numbers, `true`, `false` and `null`. */
function isScalarCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 43 && code <= 57 && code !== COMMA) || code === 69;
}

/** Returns the decoded text of a JSON string, without a copy if nothing is escaped. */
export function decodeString(text: string, { start, end }: Slice): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes("\\") ? String(JSON.parse(text.slice(start, end))) : inner;
}

/**
 * Returns the position of each member of the object at `start`, the later of two with the same name; null when it is
 * not an object.
 */
export function membersAt(text: string, start = 0): Map<string, Slice> | null {
  const members = new Map<string, Slice>();
  const reader = new JsonReader(text, start);
  return reader.object((name) => members.set(name, reader.skip())) ? members : null;
}

/** Returns the position of each element of the array at `start`; null when it is not an array. */
export function elementsAt(text: string, start = 0): Slice[] | null {
  const elements: Slice[] = [];
  const reader = new JsonReader(text, start);
  return reader.array(() => elements.push(reader.skip())) ? elements : null;
}

/** Returns the position of the value at a path of member names and indexes; undefined when the path leads nowhere. */
export function sliceAt(text: string, path: JsonPath): Slice | undefined {
  let found: Slice | undefined = new JsonReader(text).skip();
  for (const step of path) {
    if (found === undefined) return undefined;
    if (typeof step === "number") found = elementsAt(text, found.start)?.[step];
    else found = membersAt(text, found.start)?.get(step);
  }
  return found;
}

/** Returns the raw text of the value at a path, exactly as it was sent; undefined when the path leads nowhere. */
export function rawTextAt(text: string, path: JsonPath): string | undefined {
  const slice = sliceAt(text, path);
  return slice && text.slice(slice.start, slice.end);
}
