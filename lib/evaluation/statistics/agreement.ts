import { type Interval, MIN_INTERVAL_EXAMPLES, quantileOf } from "./intervals";
import { seededIntegers } from "./seeded-random";

/** The answers of all reviewers to one question about one item. */
export type ItemAnswers<Value> = readonly Value[];

/** Draws of the interval. */
const DRAW_COUNT = 2_000;
/** Above this number of items the draws would take noticeable time. */
const MAX_RESAMPLED_ITEMS = 2_000;

/** Items with at least two answers. */
const paired = <Value>(items: readonly ItemAnswers<Value>[]) => items.filter((answers) => answers.length > 1);

/** Returns the share of pairs of answers to the same item that are equal, over all items; null without a pair. */
export function percentAgreement<Value>(items: readonly ItemAnswers<Value>[]): number | null {
  let equal = 0;
  let pairs = 0;
  for (const answers of items) {
    for (let left = 0; left < answers.length; left++) {
      for (let right = left + 1; right < answers.length; right++) {
        pairs++;
        if (answers[left] === answers[right]) equal++;
      }
    }
  }
  return pairs === 0 ? null : equal / pairs;
}

/**
 * Returns Cohen's kappa of two reviewers, for answers without an order.
 *
 * κ = (pₒ − pₑ)/(1 − pₑ), with pₒ the share of equal answers and pₑ = Σₖ p₁ₖ·p₂ₖ the share that two reviewers with these
 * frequencies reach by chance (Cohen, Educational and Psychological Measurement 20, 1960).
 *
 * @param pairs the answers of the first and the second reviewer by item
 * @returns null without items, and where both always gave the same one answer: chance alone explains it
 */
export function cohenKappa<Value>(pairs: readonly (readonly [Value, Value])[]): number | null {
  if (pairs.length === 0) return null;
  const first = new Map<Value, number>();
  const second = new Map<Value, number>();
  let equal = 0;
  for (const [left, right] of pairs) {
    first.set(left, (first.get(left) ?? 0) + 1);
    second.set(right, (second.get(right) ?? 0) + 1);
    if (left === right) equal++;
  }
  let chance = 0;
  for (const [value, count] of first) chance += (count * (second.get(value) ?? 0)) / pairs.length ** 2;
  return chance === 1 ? null : (equal / pairs.length - chance) / (1 - chance);
}

/** How far two answers are apart: equal or not, or the square of their difference. */
export type AnswerScale = "nominal" | "interval";

/**
 * Returns Krippendorff's alpha, for any number of reviewers and missing answers.
 *
 * α = 1 − Dₒ/Dₑ over the n answers of items with at least two: Dₒ = Σᵤ 1/(mᵤ−1)·Σ_{i≠j} δ²(vᵢ, vⱼ)/n within items, Dₑ =
 * Σ_{i≠j} δ²(vᵢ, vⱼ)/(n(n−1)) over all answers; δ² is 0 or 1 (nominal) or (v−w)² (interval). From Krippendorff, Content
 * Analysis (2004), chapter 11.
 *
 * @returns null without such an item, and where all answers are equal
 */
export function krippendorffAlpha<Value extends string | number | boolean>(
  items: readonly ItemAnswers<Value>[],
  scale: AnswerScale,
): number | null {
  const units = paired(items);
  const all = units.flat();
  if (all.length < 2) return null;
  let observed = 0;
  for (const answers of units) observed += differencesIn(answers, scale) / (answers.length - 1);
  const expected = differencesIn(all, scale) / (all.length - 1);
  return expected === 0 ? null : 1 - observed / expected;
}

/** Σ_{i≠j} δ²(vᵢ, vⱼ), both orders, without going through all pairs. */
function differencesIn<Value extends string | number | boolean>(values: readonly Value[], scale: AnswerScale): number {
  if (scale === "nominal") {
    const counts = new Map<Value, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    let equal = 0;
    for (const count of counts.values()) equal += count ** 2;
    return values.length ** 2 - equal;
  }
  const numbers = values.map(Number);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  // Σ_{i,j}(vᵢ−vⱼ)² = 2n·Σ(vᵢ−v̄)²
  return 2 * numbers.length * numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/**
 * Returns the 95 % interval of an agreement figure: the 2.5 % and 97.5 % quantiles over 2,000 resamples of the items, from
 * a fixed seed (percentile bootstrap, Efron 1979). Null below ten items, and where most resamples have no figure.
 *
 * @param items one entry per item that two reviewers answered
 */
export function agreementInterval<Item>(
  items: readonly Item[],
  figureOf: (items: readonly Item[]) => number | null,
): Interval | null {
  if (items.length < MIN_INTERVAL_EXAMPLES || items.length > MAX_RESAMPLED_ITEMS) return null;
  const next = seededIntegers();
  const figures: number[] = [];
  for (let draw = 0; draw < DRAW_COUNT; draw++) {
    const drawn: Item[] = [];
    for (let at = 0; at < items.length; at++) {
      const item = items[next() % items.length];
      if (item !== undefined) drawn.push(item);
    }
    const figure = figureOf(drawn);
    if (figure !== null) figures.push(figure);
  }
  if (figures.length < DRAW_COUNT / 2) return null;
  figures.sort((left, right) => left - right);
  return { low: quantileOf(figures, 0.025), high: quantileOf(figures, 0.975) };
}
