/** Returns the digests in a filter's text, each once. */
export function splitDigests(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((part) => part !== ""))];
}
