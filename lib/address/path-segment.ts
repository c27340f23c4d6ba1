/** Browsers take these for steps through the path, however they are escaped. */
const DOTS = /^~*\.{1,2}$/;
const MARKED_DOTS = /^~+\.{1,2}$/;

/** Writes a text of a client, such as a thread's id, as one segment of a path. */
export function pathSegment(text: string): string {
  return encodeURIComponent(DOTS.test(text) ? `~${text}` : text);
}

/** Returns the text that {@link pathSegment} wrote. */
export function textOfSegment(segment: string): string {
  const text = decodeURIComponent(segment);
  return MARKED_DOTS.test(text) ? text.slice(1) : text;
}
