/** A shorter text is in nearly every text. */
const MIN_LENGTH = 2;

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Returns the expression of a searched text, for all of its places in another text; null for a text that is too short to
 * be marked. It ignores case, and which white space is between words: Markdown shows a line break as a space.
 */
export function foundPattern(words: string): RegExp | null {
  const wanted = words.trim();
  if (wanted.length < MIN_LENGTH) return null;
  const parts = wanted.split(/\s+/).map((part) => part.replace(SYNTAX, "\\$&"));
  return new RegExp(parts.join("\\s+"), "giu");
}
