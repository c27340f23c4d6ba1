/** Bytes that are decoded at a time: a text of V8 has at most 512 MiB, and one of all rows would be needed beside the rows. */
const PIECE_BYTES = 1024 ** 2;

const LINE_FEED = 10;

const decoder = new TextDecoder();

/**
 * Returns the rows of JSONEachRow: one JSON object and a line feed each.
 * @param pieceBytes of tests
 */
export function parseLines<Row>(bytes: Uint8Array, pieceBytes = PIECE_BYTES): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start + pieceBytes - 1);
    const end = feed < 0 ? bytes.length : feed + 1;
    for (const line of decoder.decode(bytes.subarray(start, end)).split("\n")) {
      if (line !== "") rows.push(JSON.parse(line) as Row);
    }
    start = end;
  }
  return rows;
}
