/** Decoded characters between two stored positions. */
const INDEX_INTERVAL = 64 * 1024;

const BACKSLASH = 92;
const LETTER_U = 117;

/**
 * The positions of the characters of a long JSON string in its text, so that a part in the middle is found at once.
 * Characters are UTF-16 units, as JavaScript and JSON's own `\u` count them.
 */
export class StringOffsets {
  readonly #text: string;
  /** Position in the text of every {@link INDEX_INTERVAL}th character. */
  readonly #places: number[];
  /** Characters of the string. */
  readonly length: number;

  /** @param start position of the opening quote; `end` is after the closing one */
  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#places = [start + 1];
    const close = end - 1;
    let at = start + 1;
    let count = 0;
    while (at < close) {
      const escaped = text.indexOf("\\", at);
      const until = escaped < 0 || escaped >= close ? close : escaped;
      while (count + (until - at) >= this.#places.length * INDEX_INTERVAL) {
        this.#places.push(at + (this.#places.length * INDEX_INTERVAL - count));
      }
      count += until - at;
      at = until;
      if (at >= close) break;
      at += escapeLength(text, at);
      count += 1;
    }
    this.length = count;
  }

  /** Returns the position of a character in the text; that of the closing quote for the string's length. */
  placeOf(character: number): number {
    const mark = Math.min(Math.floor(character / INDEX_INTERVAL), this.#places.length - 1);
    let at = this.#places[mark] ?? 0;
    let left = Math.min(character, this.length) - mark * INDEX_INTERVAL;
    while (left > 0) {
      const escaped = this.#text.indexOf("\\", at);
      if (escaped < 0 || escaped - at >= left) return at + left;
      left -= escaped - at + 1;
      at = escaped + escapeLength(this.#text, escaped);
    }
    return at;
  }

  /** Returns the character at a position in the text; the decoded one for any position inside an escape. */
  characterAt(place: number): number {
    let mark = this.#places.findIndex((known) => known > place) - 1;
    if (mark < -1) mark = this.#places.length - 1;
    mark = Math.max(0, mark);
    let at = this.#places[mark] ?? 0;
    let count = mark * INDEX_INTERVAL;
    while (at < place) {
      const escaped = this.#text.indexOf("\\", at);
      if (escaped < 0 || escaped >= place) return count + place - at;
      count += escaped - at;
      at = escaped + escapeLength(this.#text, escaped);
      if (at > place) return count;
      count += 1;
    }
    return count;
  }

  /** A window that does not cut a surrogate pair: its ends are moved by one if they would. */
  isFullWindow(from: number, to: number): { readonly from: number; readonly to: number } {
    const first = Math.max(0, Math.min(from, this.length));
    const last = Math.max(first, Math.min(to, this.length));
    return { from: this.#isInsidePair(first) ? first - 1 : first, to: this.#isInsidePair(last) ? last + 1 : last };
  }

  #isInsidePair(character: number): boolean {
    if (character <= 0 || character >= this.length) return false;
    const isHigh = (code: number) => code >= 0xd800 && code < 0xdc00;
    const isLow = (code: number) => code >= 0xdc00 && code < 0xe000;
    return isLow(this.#codeAt(character)) && isHigh(this.#codeAt(character - 1));
  }

  #codeAt(character: number): number {
    const at = this.placeOf(character);
    const code = this.#text.charCodeAt(at);
    const isEscapedUnit = code === BACKSLASH && this.#text.charCodeAt(at + 1) === LETTER_U;
    return isEscapedUnit ? Number.parseInt(this.#text.slice(at + 2, at + 6), 16) : code;
  }
}

/**
 * Characters of the text that an escape takes: `
 * ` two, `\u00fc` six.
 */
function escapeLength(text: string, at: number): number {
  return text.charCodeAt(at + 1) === LETTER_U ? 6 : 2;
}
