/** The part of a long text that is edited: `text.slice(start, end)`. */
export interface TextWindow {
  readonly start: number;
  readonly end: number;
}

/** About this many characters are laid out at a time: a browser lays out all of them on every keystroke. */
export const WINDOW_LENGTH = 16_000;

/** A line end is searched for within this many characters; a text without lines is cut between characters. */
const LINE_SEARCH = 2_000;

/** The window that begins at a position. */
export function windowAt(text: string, start: number): TextWindow {
  const from = Math.max(0, Math.min(start, text.length));
  return { start: from, end: cutNearLineEnd(text, from + WINDOW_LENGTH) };
}

/** The window before another one; null at the beginning. */
export function windowBefore(text: string, { start }: TextWindow): TextWindow | null {
  if (start <= 0) return null;
  const from = start - WINDOW_LENGTH;
  return { start: from <= LINE_SEARCH ? 0 : cutNearLineEnd(text, from), end: start };
}

/** The window after another one; null at the end. */
export function windowAfter(text: string, { end }: TextWindow): TextWindow | null {
  return end >= text.length ? null : windowAt(text, end);
}

/** The same window of a text that was changed elsewhere, within that text. */
export function windowWithin(text: string, { start, end }: TextWindow): TextWindow {
  if (start >= text.length) return windowAt(text, 0);
  return end <= text.length ? { start, end } : { start, end: text.length };
}

/** The full text after its window was edited, and the window of the typed text; a long one is split again. */
export function withWindow(text: string, { start, end }: TextWindow, written: string): [string, TextWindow] {
  const next = text.slice(0, start) + written + text.slice(end);
  const grown = { start, end: start + written.length };
  return [next, written.length > 2 * WINDOW_LENGTH ? windowAt(next, start) : grown];
}

/** The position after the first line end from a position on; if there is none nearby, between two characters. */
function cutNearLineEnd(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const lineEnd = text.indexOf("\n", place);
  if (lineEnd >= 0 && lineEnd < place + LINE_SEARCH) return lineEnd + 1;
  // The second half of a surrogate pair stays with the first.
  const isInside = /[\uDC00-\uDFFF]/.test(text.charAt(place));
  return isInside ? place + 1 : place;
}
