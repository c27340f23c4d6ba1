import { isLosslessNumber, LosslessNumber, parse, stringify } from "lossless-json";

/**
 * A number that may not be written back the same: more than 15 digits, a fraction that ends with zero or is very small,
 * an exponent, a negative zero. Any other number of up to 15 digits is preserved by a double.
 */
const DELICATE_NUMBER = /[\d.]{16}|\.\d*0(?!\d)|\.00000|\d[eE][+-]?\d|-0(?![\d.])/;

const QUOTE = '"';
const BACKSLASH = 92;

/**
 * Returns the index after the closing quote of the string that opens at `open`, or the text's length when it never
 * closes.
 */
export function endOfString(text: string, open: number): number {
  let close = open;
  for (;;) {
    close = text.indexOf(QUOTE, close + 1);
    if (close < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(close - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return close + 1;
  }
}

/** A complete JSON number, with its sign, fraction and exponent. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * True when a piece of JSON between strings has a number that would be written back with other digits: `0.5` does not.
 */
function isPrecisionLost(piece: string): boolean {
  if (!DELICATE_NUMBER.test(piece)) return false;
  for (const [token] of piece.matchAll(NUMBER)) {
    if (String(Number(token)) !== token) return true;
  }
  return false;
}

/** Maximum length of a text in which searching everywhere for a number costs less than skipping its strings. */
const SHORT_TEXT = 100_000;

/** Searches only between strings and skips them, so that a string of 50 MB costs one search for its end. */
function hasInexactNumber(text: string): boolean {
  // Most texts of usual length have no such number even inside their strings, so the strings are not located.
  if (text.length < SHORT_TEXT && !DELICATE_NUMBER.test(text)) return false;
  let from = 0;
  for (;;) {
    const quote = text.indexOf(QUOTE, from);
    const until = quote < 0 ? text.length : quote;
    if (until - from > 2 && isPrecisionLost(text.slice(from, until))) return true;
    if (quote < 0) return false;
    from = endOfString(text, quote);
  }
}

function parseNumber(token: string): number | LosslessNumber {
  const value = Number(token);
  return String(value) === token ? value : new LosslessNumber(token);
}

/**
 * Parses JSON and preserves the digits of every number.
 *
 * A number that `String(Number(token))` would write differently (`1.0`, `1e400`, 2^63) becomes a `LosslessNumber`, all
 * others are plain numbers. Of two members with the same name the last one counts, as with `JSON.parse`. The exact
 * parser is about twenty times slower than the native one and runs only where a number needs it.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): unknown {
  if (!hasInexactNumber(text)) return JSON.parse(text);
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Writes a value as compact JSON; numbers that {@link parseJson} preserved are written with their digits. */
export function stringifyJson(value: unknown): string {
  return stringify(value) ?? "null";
}

/** Returns the plain number of a parsed JSON number, or the value itself when it is not one. */
export function plainNumber(value: unknown): unknown {
  return isLosslessNumber(value) ? Number(value.value) : value;
}

/**
 * Returns how deep a JSON text nests, without parsing it: parsers and writers of deep values overflow the stack, so the
 * depth is checked before one runs.
 */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (character === "[" || character === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === "]" || character === "}") depth -= 1;
    at += 1;
  }
  return deepest;
}
