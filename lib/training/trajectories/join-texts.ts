import type { TrajectoryRow } from "./collect-trajectories";

const MIB = 1024 * 1024;

/** Bytes of joined text that are in memory at a time. */
const MAX_PIECE_BYTES = 16 * MIB;
/** Bytes of a blob that are read at a time. */
const MAX_READ_BYTES = 4 * MIB;
/** Rows that lie no further apart are read together: reading this much costs about as much as another read. */
const MAX_GAP_BYTES = 64 * 1024;

/** The text of a row can no longer be read: the browser has removed it, or the file behind it has changed. */
export class UnreadableRowError extends Error {
  constructor(place: string, cause: unknown) {
    super(`${place}: the trajectory can no longer be read. Remove its source and add it again.`, { cause });
    this.name = "UnreadableRowError";
  }
}

/** A row whose text belongs at a position of a piece. */
interface PlacedRow {
  readonly row: TrajectoryRow;
  readonly at: number;
}

/** The text of a row is an object with members; what precedes its members is written anew. */
const OPENING_BYTES = 1;

const encoder = new TextEncoder();

/**
 * Joins texts and the texts of rows, without their opening braces, into a few blobs. A blob with a part for each row
 * would make the browser register and read every part on its own, which takes minutes for 100,000 rows.
 *
 * @throws UnreadableRowError when the browser cannot read a row; AbortError when stopped
 */
export async function joinTexts(
  parts: Iterable<string | TrajectoryRow>,
  signal: AbortSignal | undefined,
  maxPieceBytes = MAX_PIECE_BYTES,
): Promise<Blob[]> {
  const pieces: Blob[] = [];
  let texts: { readonly bytes: Uint8Array; readonly at: number }[] = [];
  let rows = new Map<Blob, PlacedRow[]>();
  let size = 0;
  const finish = async () => {
    const piece = new Uint8Array(size);
    for (const { bytes, at } of texts) piece.set(bytes, at);
    await copyRows(rows, piece, signal);
    pieces.push(new Blob([piece]));
    texts = [];
    rows = new Map();
    size = 0;
  };
  for (const part of parts) {
    if (typeof part === "string") {
      const bytes = encoder.encode(part);
      texts.push({ bytes, at: size });
      size += bytes.length;
    } else {
      const own = rows.get(part.blob) ?? [];
      own.push({ row: part, at: size });
      rows.set(part.blob, own);
      size += part.end - part.start - OPENING_BYTES;
    }
    if (size >= maxPieceBytes) await finish();
  }
  if (size > 0) await finish();
  return pieces;
}

/** Copies the texts of rows to their positions. Rows that are near each other in a blob are read together. */
async function copyRows(
  rows: ReadonlyMap<Blob, readonly PlacedRow[]>,
  piece: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const [blob, own] of rows) {
    const sorted = own.toSorted((left, right) => left.row.start - right.row.start);
    for (const [first, ...others] of nearRows(sorted)) {
      signal?.throwIfAborted();
      const from = first.row.start;
      const read = await bytesOf(blob, from, (others.at(-1) ?? first).row.end, first.row.place);
      for (const { row, at } of [first, ...others]) {
        piece.set(read.subarray(row.start + OPENING_BYTES - from, row.end - from), at);
      }
    }
  }
}

/** Divides rows of a blob, in order, into runs that are each read at once. */
function* nearRows(rows: readonly PlacedRow[]): Generator<[PlacedRow, ...PlacedRow[]]> {
  let run: [PlacedRow, ...PlacedRow[]] | null = null;
  let [from, end] = [0, 0];
  for (const placed of rows) {
    const { row } = placed;
    if (run !== null && row.start - end <= MAX_GAP_BYTES && row.end - from <= MAX_READ_BYTES) run.push(placed);
    else {
      if (run !== null) yield run;
      run = [placed];
      from = row.start;
    }
    end = row.end;
  }
  if (run !== null) yield run;
}

async function bytesOf(blob: Blob, from: number, to: number, place: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(from, to).arrayBuffer());
  } catch (error) {
    throw new UnreadableRowError(place, error);
  }
}
