/** A string, or a number that Python writes and JSON does not have. */
const STRING_OR_NON_FINITE = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/**
 * Parses JSON as Python's `json` writes it: NaN and infinite numbers, which a training that diverges logs, become null.
 *
 * @throws SyntaxError
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return JSON.parse(text.replace(STRING_OR_NON_FINITE, (found) => (found.startsWith('"') ? found : "null")));
  }
}
