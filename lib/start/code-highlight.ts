/** The kind of a piece of a program, for its color. */
export type CodeKind = "plain" | "comment" | "string" | "word" | "name";

export interface CodePiece {
  readonly kind: CodeKind;
  readonly text: string;
}

const KEYWORDS = "export|import|from|as|def|return|await|const|async|function|with|curl";

/** A comment line, a quoted string, a keyword, the name of a variable before its value. */
const PIECES = new RegExp(
  `(?<comment>^[ \\t]*(?:#|//).*$)|(?<string>"(?:[^"\\\\]|\\\\.)*"|'[^']*'|\`[^\`]*\`)|(?<word>\\b(?:${KEYWORDS})\\b)|(?<name>\\b[A-Z][A-Z_]+(?==))`,
  "gm",
);

/** Splits a short program into colored pieces. The pieces joined are the text. */
export function codePieces(text: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECES)) {
    if (match.index > from) pieces.push({ kind: "plain", text: text.slice(from, match.index) });
    const [kind] = Object.entries(match.groups ?? {}).find(([, piece]) => piece !== undefined) ?? [];
    // The groups of the expression have the names of the kinds.
    pieces.push({ kind: (kind ?? "plain") as CodeKind, text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: "plain", text: text.slice(from) });
  return pieces;
}
