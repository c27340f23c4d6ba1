import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { decodeString, JsonReader, type Slice } from "@/lib/json/scan/json-slices";

/** The depth at which Python's own parser fails; deeper values have no digest. */
const MAX_DEPTH = 990;

/** A value that is nested too deeply for its digest to be computed. */
export class JsonTooDeep extends Error {
  override readonly name = "JsonTooDeep";
}

/**
 * Rewrites JSON text as Python's `json.dumps(json.loads(text), sort_keys=True)` would write it: keys by code point, `",
 * "` and `": "`, ASCII only, integers with all their digits, floats as Python's repr. Digests are computed from this
 * form.
 *
 * @param text JSON; it is trusted to be valid
 * @throws JsonTooDeep when values are nested deeper than 990
 */
export function pythonJson(text: string): string {
  return new PythonWriter(text).write(0);
}

class PythonWriter {
  readonly #text: string;
  readonly #reader: JsonReader;

  constructor(text: string) {
    this.#text = text;
    this.#reader = new JsonReader(text);
  }

  write(depth: number): string {
    if (depth > MAX_DEPTH) throw new JsonTooDeep(`The value is nested deeper than ${MAX_DEPTH}.`);
    const kind = this.#reader.peek();
    if (kind === "{") return this.#object(depth + 1);
    if (kind === "[") return this.#array(depth + 1);
    const slice = this.#reader.skip();
    return kind === '"' ? pythonString(this.#text, slice) : pythonScalar(this.#text.slice(slice.start, slice.end));
  }

  #array(depth: number): string {
    let out = "";
    this.#reader.array((index) => {
      out += index === 0 ? this.write(depth) : `, ${this.write(depth)}`;
    });
    return `[${out}]`;
  }

  #object(depth: number): string {
    const members: { name: string; value: string }[] = [];
    let sorted = true;
    let last: string | null = null;
    this.#reader.object((name) => {
      if (last !== null && compareByCodePoint(last, name) >= 0) sorted = false;
      last = name;
      members.push({ name, value: this.write(depth) });
    });
    // The sort is stable, so of members with one name the last one sent is still the last.
    if (!sorted) members.sort((a, b) => compareByCodePoint(a.name, b.name));
    let out = "";
    for (const [index, { name, value }] of members.entries()) {
      if (!sorted && members[index + 1]?.name === name) continue;
      out += `${out === "" ? "" : ", "}${pythonQuoted(name)}: ${value}`;
    }
    return `{${out}}`;
  }
}

/** Orders text as Python does. Differs from `<` only where a surrogate meets U+E000 to U+FFFF. */
function compareByCodePoint(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one === other) continue;
    return isSurrogate(one) || isSurrogate(other) ? pointAt(a, at) - pointAt(b, at) : one - other;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** The code point at a unit; the second half of a pair counts as the pair. */
function pointAt(text: string, at: number): number {
  const point = text.codePointAt(at) ?? 0;
  const before = point >= 0xdc00 && point <= 0xdfff && at > 0 ? (text.codePointAt(at - 1) ?? 0) : 0;
  return before > 0xffff ? before : point;
}

/** Matches everything that Python writes differently from other valid JSON text. */
const REWRITTEN = /[^\x20-\x7e]|\\[/u]/;
const ESCAPED = /["\\]|[^\x20-\x7e]/g;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\f", "\\f"],
  ["\b", "\\b"],
]);

function pythonString(text: string, slice: Slice): string {
  const raw = text.slice(slice.start, slice.end);
  return REWRITTEN.test(raw) ? pythonQuoted(decodeString(text, slice)) : raw;
}

function pythonQuoted(text: string): string {
  const escaped = text.replace(
    ESCAPED,
    (unit) => SHORT_ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escaped}"`;
}

const FLOAT_TOKEN = /[.eE]/;

/** Returns `true`, `false` and `null` unchanged; a number as Python would write it after reading it. */
function pythonScalar(token: string): string {
  if (FLOAT_TOKEN.test(token) && token !== "true" && token !== "false") return pythonFloat(Number(token));
  return token === "-0" ? "0" : token;
}

/** Python's `repr` of a float: the shortest digits that round-trip, with an exponent below 1e-4 and from 1e16 on. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-4 && magnitude < 1e16) {
    const text = String(value);
    return text.includes(".") ? text : `${text}.0`;
  }
  const [digits, exponent = "+0"] = value.toExponential().split("e");
  return `${digits}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, "0")}`;
}

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;

/**
 * Returns how many bytes Python's `json.dumps` of this JSON text has, without building it: the size in which stored
 * values are reported. Members that share a name count each.
 *
 * @param text JSON; it is trusted to be valid
 */
export function pythonLength(text: string): number {
  let length = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      length += stringLength(text, { start: at, end });
      at = end;
    } else if (code === COMMA || code === COLON) {
      length += 2;
      at += 1;
    } else if (code > COMMA && code < COLON) {
      const end = endOfNumber(text, at);
      length += pythonScalar(text.slice(at, end)).length;
      at = end;
    } else {
      if (code > SPACE) length += 1;
      at += 1;
    }
  }
  return length;
}

function stringLength(text: string, slice: Slice): number {
  const raw = text.slice(slice.start, slice.end);
  if (!REWRITTEN.test(raw)) return raw.length;
  const decoded = decodeString(text, slice);
  let length = decoded.length + 2;
  for (let at = 0; at < decoded.length; at += 1) {
    const unit = decoded.charCodeAt(at);
    if (unit >= 0x20 && unit <= 0x7e && unit !== 0x22 && unit !== 0x5c) continue;
    length += SHORT_ESCAPES.has(decoded.charAt(at)) ? 1 : 5;
  }
  return length;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    const isDigit = code >= 48 && code <= 57;
    // + - . E e
    if (!isDigit && code !== 43 && code !== 45 && code !== 46 && code !== 69 && code !== 101) return end;
    end += 1;
  }
}
