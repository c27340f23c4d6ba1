import { parseJson } from "@/lib/api/contract/scalars/json-text";

/**
 * Reads JSON text that was cut anywhere: complete parts are kept, incomplete ones dropped, and a cut string keeps its
 * beginning. Null when no beginning can be read.
 */
export function parseTruncatedJson(text: string): unknown {
  for (const candidate of closings(text)) {
    try {
      return parseJson(candidate);
    } catch {
      // The next candidate drops one more piece of the end.
    }
  }
  return null;
}

/** Yields the text with all open brackets closed; then with less and less of its last piece. */
function* closings(text: string): Generator<string> {
  yield text;
  const { open, isInString, lastSafe } = scan(text);
  // A cut escape (`\`, `\u12`) is dropped, then the string is closed.
  if (isInString) yield `${text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "")}"${open}`;
  yield text.replace(/(?<![,:\s])[,:\s]+$/, "") + open;
  for (const { at, closing } of lastSafe) yield text.slice(0, at) + closing;
}

interface JsonTruncation {
  readonly at: number;
  readonly closing: string;
}

/** The brackets that are open at the end, and the last positions where a piece had just ended. */
function scan(text: string): { open: string; isInString: boolean; lastSafe: readonly JsonTruncation[] } {
  const stack: string[] = [];
  const safe: JsonTruncation[] = [];
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index += 1;
      else if (character === '"') isInString = false;
      continue;
    }
    if (character === '"') isInString = true;
    else if (character === "{") stack.push("}");
    else if (character === "[") stack.push("]");
    else if (character === "}" || character === "]") stack.pop();
    if (character === "," || character === "{" || character === "[") {
      safe.push({ at: character === "," ? index : index + 1, closing: [...stack].reverse().join("") });
    }
  }
  return { open: [...stack].reverse().join(""), isInString, lastSafe: safe.slice(-4).reverse() };
}
