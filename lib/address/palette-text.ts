/** The scope of the text in the palette: `>` only actions, `#` only ids. */
export function readPaletteText(text: string): { scope: "all" | "actions" | "ids"; words: string } {
  const trimmed = text.trim();
  if (trimmed.startsWith(">")) return { scope: "actions", words: trimmed.slice(1).trim() };
  if (trimmed.startsWith("#")) return { scope: "ids", words: trimmed.slice(1).trim() };
  return { scope: "all", words: trimmed };
}

/** Returns whether a text is an id in one of the forms that services give to calls: a UUID, or 16 or 32 hex digits. */
export function isIdLike(text: string): boolean {
  return /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16}|[0-9a-f]{32})$/i.test(text);
}
