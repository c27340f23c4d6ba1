import { afterParts } from "@/service/kernel/errors/after-parts";
import { FairTurns, type TurnCost } from "./fair-turns";
import { Slices } from "./loop-turns";

/** The pieces of one owner's large requests that are being stored at a time: those of others are stored between them. */
const PIECES = new FairTurns({ requests: 8, rows: 1_024 });

interface PiecesOptions<Piece> {
  /** Whose turns the pieces take. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Stores a piece. What it does before its first pause is one piece of work for the event loop. */
  readonly run: (piece: Piece) => Promise<void>;
}

/**
 * Runs the pieces of a large request in their order, some at a time, so that those of other requests run between them.
 * After a failure no other begins, and the failure says that earlier ones may be stored.
 */
export async function runPieces<Piece extends TurnCost>(
  pieces: Iterable<Piece>,
  { owner, signal, run }: PiecesOptions<Piece>,
): Promise<void> {
  const slices = new Slices(owner);
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let isOneDone = false;
  const begin = async (piece: Piece, end: () => void) => {
    try {
      await run(piece);
      isOneDone = true;
    } catch (error) {
      failures.push(error);
    } finally {
      end();
    }
  };
  for (const piece of pieces) {
    try {
      const end = await PIECES.take(owner, piece, signal);
      await slices.next();
      if (failures.length > 0) {
        end();
        break;
      }
      const step = begin(piece, end).finally(() => void running.delete(step));
      running.add(step);
    } catch (error) {
      failures.push(error);
      break;
    }
  }
  await Promise.all(running);
  if (failures.length > 0) throw isOneDone ? afterParts(failures[0]) : failures[0];
}
