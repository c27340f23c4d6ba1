import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { decodeString } from "@/lib/json/scan/json-slices";

/** A long integer, a large exponent, or an escaped surrogate: the engine may be unable to read one of them. */
const SUSPICIOUS = /\d{19}|[eE][+-]?\d{3}|\\u[dD][89a-fA-F]/;
const NUMBER = /-?\d[\d.eE+-]*/g;
const MAX_UINT64 = 2n ** 64n;
const MIN_INT64 = -(2n ** 63n);

/** True when the engine's JSON functions may be unable to read a text; most texts cost only this check. */
export function needsEngineJson(text: string): boolean {
  return SUSPICIOUS.test(text);
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
