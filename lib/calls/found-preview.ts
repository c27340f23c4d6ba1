import { foundPattern } from "@/lib/filter/found-pattern";
import type { Preview } from "./value-preview";

/** A cell shows about so many characters before it cuts a line. */
const SHOWN_LENGTH = 32;

/** What is left before the searched text. */
const LEAD_LENGTH = 16;

/** Returns a line with this place in its visible part: it begins shortly before a late one, at a word where there is one. */
function withPlaceShown(line: string, at: number, length: number): string {
  const start = at - LEAD_LENGTH;
  if (start <= 0 || at + length <= SHOWN_LENGTH) return line;
  const space = line.lastIndexOf(" ", at - 1);
  const word = line.indexOf(" ", start);
  return `…${line.slice(word !== -1 && word < space ? word + 1 : Math.max(start, space + 1))}`;
}

const placeOf = (pattern: RegExp, line: string): number => line.search(new RegExp(pattern.source, "iu"));

/**
 * Returns the preview of a row so that a searched text is in its visible part: the beginning is left out where the text comes
 * later, and what is around the text replaces a preview that does not have it.
 *
 * @param excerpt what the service found; null where the value does not have the text.
 * @param words empty without a search.
 */
export function foundPreview(preview: Preview | null, excerpt: string | null, words: string): Preview | null {
  const pattern = foundPattern(words);
  if (pattern === null) return preview;
  const at = preview === null ? -1 : placeOf(pattern, preview.text);
  if (preview !== null && at >= 0) return { ...preview, text: withPlaceShown(preview.text, at, words.length) };
  if (excerpt === null) return preview;
  return { text: withPlaceShown(excerpt, placeOf(pattern, excerpt), words.length), isJson: false };
}
