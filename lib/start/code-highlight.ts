/** What a piece of a program is, for its colour. */
export type CodeKind = "plain" | "comment" | "string" | "word" | "name";

export interface CodePiece {
  readonly kind: CodeKind;
  readonly text: string;
}

const KEYWORDS = "export|import|from|as|def|return|await|const|async|function|with|curl";

/** A whole line of comment, a text in quotes, a word of the language, the name of a variable before its value. */
const PIECES = new RegExp(
  `(?<comment>^[ \\t]*(?:#|//).*$)|(?<string>"(?:[^"\\\\]|\\\\.)*"|'[^']*'|\`[^\`]*\`)|(?<word>\\b(?:${KEYWORDS})\\b)|(?<name>\\b[A-Z][A-Z_]+(?==))`,
  "gm",
);

/** Takes a short program apart for its colours. The pieces together are the text. */
export function codePieces(text: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECES)) {
    if (match.index > from) pieces.push({ kind: "plain", text: text.slice(from, match.index) });
    const [kind] = Object.entries(match.groups ?? {}).find(([, piece]) => piece !== undefined) ?? [];
    // The groups of the expression bear the names of the kinds.
    pieces.push({ kind: (kind ?? "plain") as CodeKind, text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: "plain", text: text.slice(from) });
  return pieces;
}
