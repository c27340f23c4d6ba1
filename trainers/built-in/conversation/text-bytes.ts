import { MESSAGE_END, TOOL_CALL } from "./conversation-bytes";

const LINE_FEED = 0x0a;
const TAB = 0x09;
const FIRST_PRINTED = 0x20;
const DELETE = 0x7f;

/** Bytes that may follow, both bounds included. */
type Span = readonly [least: number, most: number];

const CONTINUATION: Span = [0x80, 0xbf];

/** The byte ranges after the first byte of a character in well-formed UTF-8 (The Unicode Standard, table 3-7). */
function continuationsOf(first: number): readonly Span[] | null {
  if (first < 0x80) return [];
  if (first >= 0xc2 && first <= 0xdf) return [CONTINUATION];
  if (first === 0xe0) return [[0xa0, 0xbf], CONTINUATION];
  if (first === 0xed) return [[0x80, 0x9f], CONTINUATION];
  if (first >= 0xe1 && first <= 0xef) return [CONTINUATION, CONTINUATION];
  if (first === 0xf0) return [[0x90, 0xbf], CONTINUATION, CONTINUATION];
  if (first >= 0xf1 && first <= 0xf3) return [CONTINUATION, CONTINUATION, CONTINUATION];
  if (first === 0xf4) return [[0x80, 0x8f], CONTINUATION, CONTINUATION];
  return null;
}

/**
 * Tracks bytes as they are written, and returns the next ones that keep them well-formed UTF-8 without control
 * characters.
 */
export class TextBytes {
  #expected: readonly Span[] = [];

  /** @param bytesLeft bytes that may still be written, including this one: a character that does not fit is not begun */
  isAllowed(byte: number, bytesLeft: number): boolean {
    const [span] = this.#expected;
    if (span) return byte >= span[0] && byte <= span[1];
    if (byte === MESSAGE_END || byte === TOOL_CALL || byte === LINE_FEED || byte === TAB) return true;
    if (byte < FIRST_PRINTED || byte === DELETE) return false;
    const following = continuationsOf(byte);
    return following !== null && following.length < bytesLeft;
  }

  add(byte: number): void {
    this.#expected = this.#expected.length > 0 ? this.#expected.slice(1) : (continuationsOf(byte) ?? []);
  }
}
