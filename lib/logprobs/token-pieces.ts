import type { TokenPiece } from "./join-tokens";

/**
 * Returns the pieces that make up a text, without tokens after it: some servers also send the token that ends a turn.
 * Empty if the tokens make up another text, which would then be shown in its place.
 *
 * @param isGrowing text and tokens may be at different positions, and the last token may be a part of a character
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
