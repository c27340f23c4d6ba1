/** A string, or a number that Python writes and JSON does not have. */
const STRING_OR_NON_FINITE = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;

/** A value, and how many of its numbers were NaN or infinite. */
export interface PythonJson {
  readonly value: unknown;
  readonly nonFiniteCount: number;
}

/**
 * Parses JSON as Python's `json` writes it: NaN and infinite numbers, which a training that diverges logs, become null.
 *
 * @param parse reads JSON, and throws when a text is not JSON
 * @throws SyntaxError
 */
export function readPythonJson(text: string, parse: (text: string) => unknown = JSON.parse): PythonJson {
  try {
    return { value: parse(text), nonFiniteCount: 0 };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    let nonFiniteCount = 0;
    const plain = text.replace(STRING_OR_NON_FINITE, (found) => {
      if (found.startsWith('"')) return found;
      nonFiniteCount += 1;
      return "null";
    });
    if (nonFiniteCount === 0) throw error;
    return { value: parse(plain), nonFiniteCount };
  }
}

/** Returns the value of a text as Python's `json` writes it. @throws SyntaxError */
export const parsePythonJson = (text: string): unknown => readPythonJson(text).value;
