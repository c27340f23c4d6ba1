/** JSON text on one line. Line breaks stand only between its tokens, so that nothing of a value changes. */
export function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replaceAll(/[\r\n]+/g, " ") : json;
}
