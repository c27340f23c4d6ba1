import type { Slices } from "@/service/kernel/concurrency/loop-turns";
import { JsonSteps } from "@/service/kernel/json/json-steps";

/** Characters and elements of a piece: about 8 ms of parsing and checking. */
const PIECE_CHARACTERS = 64 * 1024;
const PIECE_ELEMENTS = 64;

/** A JSON object of which one member is a long list. */
export interface ListPieces {
  /** The text of the object, with an empty list. */
  readonly rest: string;
  /** The text of some elements each, as a list. */
  readonly pieces: readonly string[];
  readonly count: number;
}

/**
 * Divides the list in one member of a JSON object into pieces. Only what divides the elements is read: all texts have to be
 * parsed yet.
 *
 * @returns null when the text has no such list, or more than one
 * @throws SyntaxError when it is not JSON
 */
export async function listPieces(text: string, member: string, slices: Slices): Promise<ListPieces | null> {
  const steps = new JsonSteps(text);
  if (!steps.enter("{")) return null;
  let list: { readonly from: number; readonly to: number; readonly pieces: Pieces } | null = null;
  for (let members = 0; steps.hasMore("{", members); members += 1) {
    const name = steps.name();
    const from = steps.position;
    if (name !== member) steps.skip();
    else if (list !== null || !steps.enter("[")) return null;
    else {
      const pieces = await readElements(steps, slices);
      list = { from, to: steps.position, pieces };
    }
  }
  if (list === null) return null;
  if (steps.position < text.length) throw new SyntaxError(`Something follows the JSON at character ${steps.position}.`);
  const { from, to, pieces } = list;
  return { rest: `${text.slice(0, from)}[]${text.slice(to)}`, pieces: pieces.texts, count: pieces.count };
}

interface Pieces {
  readonly texts: readonly string[];
  readonly count: number;
}

/** Reads the elements of a list that was entered. */
async function readElements(steps: JsonSteps, slices: Slices): Promise<Pieces> {
  const texts: string[] = [];
  let piece = { start: 0, end: 0, count: 0 };
  const end = () => {
    if (piece.count > 0) texts.push(`[${steps.text.slice(piece.start, piece.end)}]`);
    piece = { start: 0, end: 0, count: 0 };
  };
  let count = 0;
  for (; steps.hasMore("[", count); count += 1) {
    const slice = steps.skip();
    piece = { start: piece.count === 0 ? slice.start : piece.start, end: slice.end, count: piece.count + 1 };
    if (piece.count >= PIECE_ELEMENTS || piece.end - piece.start >= PIECE_CHARACTERS) end();
    if (slices.isOver) await slices.next();
  }
  end();
  return { texts, count };
}
