const LONE_SURROGATE = /\\ud[89a-f][\da-f]{2}/;

/**
 * Returns a row as a line for the engine. Half a surrogate pair, left by a truncated text or a file name of another
 * system, is not valid text for the engine: it becomes U+FFFD, as wherever text is written as UTF-8. JSON text in a row
 * keeps its own escapes.
 */
export function jsonLine(row: object): string {
  const line = JSON.stringify(row);
  // Only half pairs are escaped like this: whole pairs are written literally.
  if (!LONE_SURROGATE.test(line)) return `${line}\n`;
  return `${JSON.stringify(row, (_name, value) => (typeof value === "string" ? value.toWellFormed() : value))}\n`;
}
