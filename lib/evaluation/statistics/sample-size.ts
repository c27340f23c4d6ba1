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
