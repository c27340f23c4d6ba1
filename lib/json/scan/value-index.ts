import { endOfString } from "@/lib/api/contract/scalars/json-text";

export type IndexedKind = "object" | "list" | "string" | "number" | "boolean" | "null";

/** A value that is too long to scan again for each request. */
export interface LongValue {
  readonly end: number;
  readonly kind: "object" | "list" | "string";
  /** Members or items; 0 for strings. */
  readonly count: number;
  /** The start of every {@link MARKED}th entry: for a member, the quote of its name. */
  readonly marks: readonly number[];
}

/** Long values of a text by their start position. */
export type LongValues = ReadonlyMap<number, LongValue>;

/** Yields to other work; awaited now and then. */
export type Pause = () => Promise<void>;

/** Values of fewer characters are scanned again, which takes microseconds. */
const LONG = 4096;

/** Entries between two marks. */
export const MARKED = 64;

/** Characters scanned between two pauses: a few milliseconds. */
const STRIDE = 512 * 1024;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** A list or an object that has begun and not ended. */
interface Open {
  start: number;
  isList: boolean;
  count: number;
  marks: number[];
  /** Whether the next token begins an entry. */
  isBetween: boolean;
}

/**
 * Scans a JSON text once and records its long values, so that any part of it is found at once afterwards. No values are
 * built. The text is trusted to be JSON.
 */
export async function findLongValues(text: string, pause: Pause): Promise<LongValues> {
  const longValues = new Map<number, LongValue>();
  const open: Open[] = [];
  let pauseAt = STRIDE;
  let at = 0;
  while (at < text.length) {
    if (at >= pauseAt) {
      pauseAt = at + STRIDE;
      await pause();
    }
    const code = text.charCodeAt(at);
    if (code <= 32 || code === COLON) {
      at += 1;
      continue;
    }
    const inside = open.at(-1);
    if (code === COMMA) {
      if (inside) inside.isBetween = true;
      at += 1;
      continue;
    }
    if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      at += 1;
      close(open.pop(), at, longValues);
      continue;
    }
    if (inside?.isBetween) begin(inside, at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end - at >= LONG) longValues.set(at, { end, kind: "string", count: 0, marks: [] });
      at = end;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      open.push({ start: at, isList: code === OPEN_BRACKET, count: 0, marks: [], isBetween: true });
      at += 1;
    } else at = endOfScalar(text, at);
  }
  return longValues;
}

function begin(inside: Open, at: number): void {
  if (inside.count % MARKED === 0) inside.marks.push(at);
  inside.count += 1;
  inside.isBetween = false;
}

function close(ended: Open | undefined, end: number, longValues: Map<number, LongValue>): void {
  if (ended === undefined || end - ended.start < LONG) return;
  const { start, isList, count, marks } = ended;
  longValues.set(start, { end, kind: isList ? "list" : "object", count, marks });
}

/** Digits and letters continue until a structural character of JSON. */
function endOfScalar(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code <= 32 || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || code === COLON) break;
    end += 1;
  }
  return end;
}
