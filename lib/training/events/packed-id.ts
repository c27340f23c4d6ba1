/** A UUID is four words; an id of any other form is kept as text. */
export const WORDS_PER_ID = 4;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NIL = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the words of an id, or null for one that is not a UUID as services write them. Four zeros are never an id's
 * words.
 */
export function packId(id: string): readonly [number, number, number, number] | null {
  if (!UUID.test(id) || id === NIL) return null;
  const digits = id.replaceAll("-", "");
  const word = (at: number) => Number.parseInt(digits.slice(at, at + 8), 16);
  return [word(0), word(8), word(16), word(24)];
}

/** Returns the UUID of four words. */
export function unpackId(words: ArrayLike<number>, from: number): string {
  let digits = "";
  for (let at = from; at < from + WORDS_PER_ID; at += 1) digits += (words[at] ?? 0).toString(16).padStart(8, "0");
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([start, end]) => digits.slice(start, end))
    .join("-");
}
