/** Returns JSON text on one line. Line breaks occur only between its tokens, so no value changes. */
export function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replaceAll(/[\r\n]+/g, " ") : json;
}
