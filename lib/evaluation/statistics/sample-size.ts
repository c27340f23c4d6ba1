/** (z(0.975) + z(0.8))²: a two-sided test at 5 % that finds the difference in four of five tries. */
const POWER_FACTOR = 7.849;

/**
 * Returns the number of examples that show a difference of pass rates: n ≈ 7.85·(D − δ²)/δ², the normal approximation of
 * McNemar's test (Connor, Biometrics 43, 1987).
 *
 * @param changing D, the share of examples whose result changes
 * @param difference δ, the wanted difference of the pass rates
 */
export function neededExamples(changing: number, difference: number): number {
  return Math.ceil((POWER_FACTOR * Math.max(0, changing - difference ** 2)) / difference ** 2);
}

/** Returns the smallest mean difference that n examples show in four of five tries: 2.8·sd(d)/√n. */
export function detectableDifference(deviation: number, examples: number): number {
  return (Math.sqrt(POWER_FACTOR) * deviation) / Math.sqrt(examples);
}

/** What a comparison of two runs showed about the differences of its examples. */
export interface DifferenceSpread {
  readonly examples: number;
  /** Trials per example. */
  readonly trials: number;
  /** The smallest difference that these could show, as {@link detectableDifference} returns it. */
  readonly detectable: number;
  /** The standard deviation of the trials of one example; null where one trial each says nothing about it. */
  readonly deviationWithin: number | null;
}

/**
 * Returns the smallest mean difference that a planned comparison would show in four of five tries: 2.8·√((b² + 2w²/m)/n).
 * The variance of differences has a part of the trials, 2w²/m for m trials in both runs, and a part b² of the examples,
 * which only more examples reduce (Miller, "Adding Error Bars to Evals", 2024).
 *
 * @param spread where its within part is not known, all of the variance counts as that of examples, which promises least
 */
export function plannedDifference(
  { examples: before, trials: trialsBefore, detectable, deviationWithin }: DifferenceSpread,
  examples: number,
  trials: number,
): number {
  const whole = (detectable ** 2 * before) / POWER_FACTOR;
  const within = 2 * (deviationWithin ?? 0) ** 2;
  const between = Math.max(0, whole - within / trialsBefore);
  return detectableDifference(Math.sqrt(between + within / trials), examples);
}
