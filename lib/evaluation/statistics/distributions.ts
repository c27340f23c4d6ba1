/** The 0.975 quantile of the normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * Returns the quantile of Student's t that is as likely as a normal quantile.
 *
 * t ≈ z + (z³+z)/4ν + (5z⁵+16z³+3z)/96ν² + (3z⁷+19z⁵+17z³−15z)/384ν³, from Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.5. For ν ≥ 9, where intervals begin, it is right to the third decimal at 0.975.
 *
 * @param degrees ν, at least 1
 * @param z of the normal distribution
 */
export function tQuantile(degrees: number, z: number): number {
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees ** 3)
  );
}

/** Returns the 0.975 quantile of Student's t. @param degrees ν, at least 1 */
export const tQuantile95 = (degrees: number): number => tQuantile(degrees, Z_95);

/**
 * Returns P(|Z| ≥ z) for a normal Z, by the complementary error function's rational approximation 7.1.26 of Abramowitz
 * and Stegun; absolute error below 2·10⁻⁷.
 */
export function normalTwoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, polynomial * Math.exp(-x * x));
}

/** Returns ln n!, as a sum below 256 and by Stirling's series above (error below 10⁻¹⁰). */
export function logFactorial(n: number): number {
  if (n < 256) {
    let sum = 0;
    for (let factor = 2; factor <= n; factor++) sum += Math.log(factor);
    return sum;
  }
  return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + 1 / (12 * n) - 1 / (360 * n ** 3);
}

/** Returns P(X ≤ most) for X ~ Binomial(trials, ½). */
export function fairBinomialAtMost(most: number, trials: number): number {
  const all = logFactorial(trials) - trials * Math.LN2;
  let sum = 0;
  for (let heads = 0; heads <= Math.min(most, trials); heads++) {
    sum += Math.exp(all - logFactorial(heads) - logFactorial(trials - heads));
  }
  return Math.min(1, sum);
}
