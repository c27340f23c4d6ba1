/** Returns the sum of scores, each times its weight; 1 where a score has none. */
export function weightedSum(
  values: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>,
): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + (weights[name] ?? 1) * value, 0);
}
