import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { decodeString } from "@/lib/json/scan/json-slices";

/** The digits of the shortest integer that may be beyond 64 bits. */
const LONG_DIGITS = 19;
const LARGE_EXPONENT = /[eE][+-]?\d{3}/;
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
const NUMBER = /-?\d[\d.eE+-]*/g;
const MAX_UINT64 = 2n ** 64n;
const MIN_INT64 = -(2n ** 63n);

/**
 * True when the engine's JSON functions may be unable to read a text: it has a long integer, a large exponent, or an escaped
 * surrogate. Most texts cost only this check, and one expression for all three takes three times as long.
 */
export function needsEngineJson(text: string): boolean {
  return hasLongInteger(text) || LARGE_EXPONENT.test(text) || (text.includes("\\u") && ESCAPED_SURROGATE.test(text));
}

/** One of each 19 neighbours is among the digits of a long integer: only around such a digit others are counted. */
function hasLongInteger(text: string): boolean {
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigit(text, at)) continue;
    let first = at;
    while (isDigit(text, first - 1)) first -= 1;
    let end = at + 1;
    while (isDigit(text, end)) end += 1;
    if (end - first >= LONG_DIGITS) return true;
  }
  return false;
}

/** False outside the text, where the code is not a number. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/**
 * Converts JSON to a form that the engine's JSON functions can read, for searching and sorting only. They find nothing
 * at all in a text with one integer beyond 64 bits, one number beyond a double, or half a surrogate pair. Such numbers
 * become the nearest double and such halves U+FFFD.
 *
 * @returns null when the engine can read the text unchanged, which is nearly always
 */
export function engineJson(text: string): string | null {
  if (!needsEngineJson(text)) return null;
  let out = "";
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('"', at);
    const until = open < 0 ? text.length : open;
    out += text.slice(at, until).replace(NUMBER, readableNumber);
    if (open < 0) break;
    at = endOfString(text, open);
    const raw = text.slice(open, at);
    out += raw.includes("\\u") ? JSON.stringify(decodeString(text, { start: open, end: at }).toWellFormed()) : raw;
  }
  return out === text ? null : out;
}

function readableNumber(token: string): string {
  const value = Number(token);
  if (!Number.isFinite(value)) return value > 0 ? String(Number.MAX_VALUE) : String(-Number.MAX_VALUE);
  if (/[.eE]/.test(token) || token.length < 19) return token;
  const integer = BigInt(token);
  return integer < MAX_UINT64 && integer >= MIN_INT64 ? token : value.toExponential();
}
