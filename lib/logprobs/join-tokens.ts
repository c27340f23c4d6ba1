import type { TokenLogprob } from "./token-logprob";

/** Text that can be shown: one token, or neighbors that share a character. */
export interface TokenPiece {
  readonly text: string;
  readonly tokens: readonly TokenLogprob[];
  /** The sum of the logprobs of all its tokens. */
  readonly logprob: number;
}

/** Nearly all tokens are whole characters: their text is computed once, however often an answer grows. */
const alone = new WeakMap<TokenLogprob, TokenPiece>();

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Returns tokens as text. A token that ends in the middle of a character is joined with the next ones until the
 * character is complete; bytes that never become a character are shown as the replacement character.
 */
export function joinTokens(tokens: readonly TokenLogprob[]): readonly TokenPiece[] {
  const pieces: TokenPiece[] = [];
  let held: TokenLogprob[] = [];
  let bytes: number[] = [];
  const flush = () => {
    if (held.length > 0) pieces.push(pieceOf(decoder.decode(Uint8Array.from(bytes)), held));
    held = [];
    bytes = [];
  };
  for (const token of tokens) {
    const piece = held.length === 0 || token.bytes === null ? tokenPieceOf(token) : null;
    if (piece) {
      flush();
      pieces.push(piece);
      continue;
    }
    held.push(token);
    bytes.push(...(token.bytes ?? []));
    if (!isCutInsideCharacter(bytes)) flush();
  }
  flush();
  return pieces;
}

/** The piece of a token that needs no neighbor; null if it ends inside a character. */
function tokenPieceOf(token: TokenLogprob): TokenPiece | null {
  const known = alone.get(token);
  if (known) return known;
  if (token.bytes !== null && isCutInsideCharacter(token.bytes)) return null;
  const text = token.bytes === null ? token.text : decoder.decode(Uint8Array.from(token.bytes));
  const piece = pieceOf(text, [token]);
  alone.set(token, piece);
  return piece;
}

function pieceOf(text: string, tokens: readonly TokenLogprob[]): TokenPiece {
  return { text, tokens, logprob: tokens.reduce((sum, { logprob }) => sum + logprob, 0) };
}

/** Returns whether the last character of some UTF-8 is still missing bytes (RFC 3629, section 3). */
function isCutInsideCharacter(bytes: readonly number[]): boolean {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return characterLength(byte) > back;
  }
  return false;
}

/** Returns the number of bytes of a character that begins with this one. */
function characterLength(first: number): number {
  if (first >= 0xf8) return 1;
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}
