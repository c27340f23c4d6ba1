import { runPieces } from "@/service/kernel/concurrency/run-pieces";
import { type CallPart, partBytes } from "@/service/traces/store/calls/call-parts";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";

/** Requests with at most so many parts, and bytes of parts, are written at once. */
const MAX_WHOLE_PARTS = 512;
const MAX_WHOLE_BYTES = 1024 ** 2;

/** Parts, and their bytes, of a piece of a larger request: about 8 ms of work. */
const PIECE_PARTS = 128;
const PIECE_BYTES = 256 * 1024;

interface Piece {
  readonly parts: CallPart[];
  rows: number;
  bytes: number;
}

interface WriteOptions {
  /** Whose turns a large request takes. */
  readonly userId: string;
  readonly signal: AbortSignal;
}

/**
 * Stores the parts of one request, a large one in pieces. Resolves when all are on disk. When it rejects, some of them may
 * be stored, and sending the request again stores the others.
 */
export async function writeParts(
  calls: Pick<CallWriter, "write">,
  parts: readonly CallPart[],
  { userId, signal }: WriteOptions,
): Promise<void> {
  const pieces = piecesOf(parts);
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  if (parts.length <= MAX_WHOLE_PARTS && bytes <= MAX_WHOLE_BYTES) await calls.write(parts);
  else await runPieces(pieces, { owner: userId, signal, run: (piece) => calls.write(piece.parts) });
}

/** The start and the end of one call stay together: they become one row at once. */
function piecesOf(parts: readonly CallPart[]): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  for (const part of parts) {
    const isFull = last !== undefined && (last.rows >= PIECE_PARTS || last.bytes >= PIECE_BYTES);
    const isSecond = part.part === "end" && last?.parts.at(-1)?.id === part.id;
    if (last === undefined || (isFull && !isSecond)) {
      last = { parts: [], rows: 0, bytes: 0 };
      pieces.push(last);
    }
    last.parts.push(part);
    last.rows += 1;
    last.bytes += partBytes(part);
  }
  return pieces;
}
