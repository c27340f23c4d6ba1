const LONE_SURROGATE = /\\ud[89a-f][\da-f]{2}/;

/**
 * A row as a line for the engine. Half a surrogate pair, which a cut text or a file name of another system leaves, is no
 * text that the engine takes: it becomes U+FFFD, as everywhere where text is written as UTF-8. JSON text in a row keeps
 * its own escapes.
 */
export function jsonLine(row: object): string {
  const line = JSON.stringify(row);
  // Halves alone are escaped like this: whole pairs are written as they are.
  if (!LONE_SURROGATE.test(line)) return `${line}\n`;
  return `${JSON.stringify(row, (_name, value) => (typeof value === "string" ? value.toWellFormed() : value))}\n`;
}
