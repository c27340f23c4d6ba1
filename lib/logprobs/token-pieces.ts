import type { TokenPiece } from "./join-tokens";

/**
 * The pieces that make up a text, without what comes after it: some servers tell the token that ends a turn too. Empty
 * where the tokens make another text, since they would put words into its mouth.
 *
 * @param isGrowing text and tokens may be at different places, and the last token may be a part of a character
 */
export function piecesOfText(pieces: readonly TokenPiece[], text: string, isGrowing: boolean): readonly TokenPiece[] {
  const inside: TokenPiece[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (at >= text.length) break;
    if (!text.startsWith(piece.text, at)) return isGrowing && piece === pieces.at(-1) ? inside : [];
    at += piece.text.length;
    inside.push(piece);
  }
  return isGrowing || at === text.length ? inside : [];
}
