import type { TokenPiece } from "./join-tokens";

/** A part of a text that ends with a line: while the text grows, only its last block is drawn again. */
export interface TextBlock {
  readonly text: string;
  /** Its tokens; null if they are unavailable. */
  readonly pieces: readonly TokenPiece[] | null;
  /** Index of the first piece. */
  readonly firstPiece: number;
}

/** A block is closed at the end of the first line past this many characters. */
const BLOCK_LENGTH = 800;

/** Splits a text at ends of lines. Closed blocks do not change when text is added. */
export function splitText(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let from = 0;
  while (from < text.length) {
    const line = text.indexOf("\n", from + BLOCK_LENGTH);
    const end = line < 0 ? text.length : line + 1;
    blocks.push({ text: text.slice(from, end), pieces: null, firstPiece: 0 });
    from = end;
  }
  return blocks;
}

/** Splits tokens after those that end a line. */
export function splitPieces(pieces: readonly TokenPiece[]): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let first = 0;
  let length = 0;
  const close = (end: number) => {
    const inside = pieces.slice(first, end);
    if (inside.length > 0) {
      blocks.push({ text: inside.map(({ text }) => text).join(""), pieces: inside, firstPiece: first });
    }
    first = end;
    length = 0;
  };
  pieces.forEach(({ text }, index) => {
    length += text.length;
    if (length > BLOCK_LENGTH && text.endsWith("\n")) close(index + 1);
  });
  close(pieces.length);
  return blocks;
}

/** Returns whether a block would look the same: tokens keep their identity while an answer grows. */
export function isSameBlock(left: TextBlock, right: TextBlock): boolean {
  if (left.text !== right.text || left.firstPiece !== right.firstPiece) return false;
  if (left.pieces === null || right.pieces === null) return left.pieces === right.pieces;
  const others = right.pieces;
  if (left.pieces.length !== others.length) return false;
  return left.pieces.every((piece, index) => {
    const other = others[index];
    return other?.tokens.length === piece.tokens.length && other.tokens[0] === piece.tokens[0];
  });
}
