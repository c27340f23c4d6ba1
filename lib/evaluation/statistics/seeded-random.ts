/** The seed of every resampling: the same examples give the same interval on every read. */
const SEED = 0x9e3779b9;

/**
 * Returns a generator of 32-bit integers, the same sequence for the same seed (mulberry32: a counter mixed by two
 * multiplications; fast, and even enough for choosing examples).
 */
export function seededIntegers(seed: number = SEED): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
