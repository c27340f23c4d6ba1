/** How much n answers to the same request differ. */
export interface AnswerSpread {
  readonly count: number;
  /** The number of answers that differ in more than whitespace. */
  readonly distinct: number;
  /** The mean share of words that two answers have in common, 0 to 1; null when fewer than two contain words. */
  readonly sharedWords: number | null;
}

/** Pairs grow with the square: beyond this many answers, each is compared only with its neighbors. */
const MAX_PAIRED_ANSWERS = 40;

/** The spread of answers. The share of a pair is the Dice coefficient of their words, with repetitions. */
export function answerSpread(texts: readonly string[]): AnswerSpread {
  const bags = texts.map(countWords).filter(({ size }) => size > 0);
  const reach = bags.length > MAX_PAIRED_ANSWERS ? 1 : bags.length;
  const shares: number[] = [];
  bags.forEach((left, index) => {
    for (const right of bags.slice(index + 1, index + 1 + reach)) shares.push(sharedShare(left, right));
  });
  return {
    count: texts.length,
    distinct: new Set(texts.map((text) => text.trim().replace(/\s+/g, " "))).size,
    sharedWords: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}

interface WordBag {
  readonly counts: ReadonlyMap<string, number>;
  readonly size: number;
}

function countWords(text: string): WordBag {
  const counts = new Map<string, number>();
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, size: words.length };
}

function sharedShare(left: WordBag, right: WordBag): number {
  let shared = 0;
  for (const [word, count] of left.counts) shared += Math.min(count, right.counts.get(word) ?? 0);
  return (2 * shared) / (left.size + right.size);
}
