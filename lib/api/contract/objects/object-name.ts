/** Returns the name of an object as SDKs derive it from any text. */
export function objectName(text: string): string {
  return text
    .trim()
    .replace(/[^\w.]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 128);
}
