/** The start of a string, or a number that Python writes and JSON does not have. */
const STRING_OR_NON_FINITE = /"|-?\bInfinity\b|\bNaN\b/g;

const BACKSLASH = 0x5c;

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
    const { plain, nonFiniteCount } = withoutNonFinite(text);
    if (nonFiniteCount === 0) throw error;
    return { value: parse(plain), nonFiniteCount };
  }
}

/** One expression for whole strings would overflow the engine's stack with long ones. */
function withoutNonFinite(text: string): { plain: string; nonFiniteCount: number } {
  const parts: string[] = [];
  let from = 0;
  STRING_OR_NON_FINITE.lastIndex = 0;
  for (let found = STRING_OR_NON_FINITE.exec(text); found !== null; found = STRING_OR_NON_FINITE.exec(text)) {
    if (found[0] === '"') {
      STRING_OR_NON_FINITE.lastIndex = endOfString(text, found.index);
      continue;
    }
    parts.push(text.slice(from, found.index), "null");
    from = STRING_OR_NON_FINITE.lastIndex;
  }
  parts.push(text.slice(from));
  return { plain: parts.join(""), nonFiniteCount: (parts.length - 1) / 2 };
}

/** Returns the position after the string that begins at `start`; the end of the text where it does not end. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Returns the value of a text as Python's `json` writes it. @throws SyntaxError */
export const parsePythonJson = (text: string): unknown => readPythonJson(text).value;
