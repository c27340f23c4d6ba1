/**
 * Splits a command line into words as a shell does, with quotes, escapes and continuation lines. Nothing is expanded.
 */
export function splitShellWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < text.length) {
    const [match = "", continued, blank, ansi, single, double, escaped] = PIECE.exec(text.slice(at)) ?? [];
    at += Math.max(1, match.length);
    if (continued !== undefined) continue;
    if (blank !== undefined) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    word ??= "";
    if (ansi !== undefined) word += ansiText(ansi);
    else if (single !== undefined) word += single;
    else if (double !== undefined) word += double.replaceAll(/\\(["\\$`])/g, "$1").replaceAll("\\\n", "");
    else if (escaped !== undefined) word += escaped;
    else word += match;
  }
  if (word !== null) words.push(word);
  return words;
}

/** Matches the next piece: a line continuation, blanks, $'…', '…', "…", an escaped character, or plain text. */
const PIECE =
  /^(?:(\\\r?\n)|(\s+)|\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|[^\s\\'"$]+|[\s\S])/;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

function ansiText(text: string): string {
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_whole, escaped: string) =>
    escaped.length === 5
      ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
      : (ESCAPES.get(escaped) ?? escaped),
  );
}
