/** The trials of one example that have a pass or a failure. */
export interface TrialPasses {
  readonly trials: number;
  readonly passes: number;
}

/**
 * Returns the chance that at least one of k trials passes: 1 − C(n−c,k)/C(n,k) for n trials with c passes, the unbiased
 * estimate of Chen et al., "Evaluating Large Language Models Trained on Code" (2021), as the product
 * 1 − Π(1 − k/i) for i from n−c+1 to n, which does not overflow.
 */
export function passAtK({ trials, passes }: TrialPasses, k: number): number {
  if (trials - passes < k) return 1;
  let allFail = 1;
  for (let i = trials - passes + 1; i <= trials; i++) allFail *= 1 - k / i;
  return 1 - allFail;
}

/**
 * Returns the chance that all of k trials pass, written pass^k: C(c,k)/C(n,k), from Yao et al., "τ-bench" (2024).
 */
export function passHatK({ trials, passes }: TrialPasses, k: number): number {
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= Math.max(0, passes - i) / (trials - i);
  return chance;
}

/**
 * Examples with the same trials and passes. A type, not an interface: it must be assignable to the loose objects of the
 * wire.
 */
export type CountedPasses = { readonly trials: number; readonly passes: number; readonly examples: number };

/** A mean over the examples that have at least k trials. */
export interface PassFigure {
  readonly k: number;
  readonly passAtK: number;
  readonly passHatK: number;
  readonly examples: number;
}

/** Returns pass@k and pass^k over the examples with at least k trials; null when there is none. */
export function passFigure(counts: readonly CountedPasses[], k: number): PassFigure | null {
  const enough = counts.filter(({ trials }) => trials >= k);
  const examples = enough.reduce((sum, count) => sum + count.examples, 0);
  if (examples === 0) return null;
  const mean = (figure: (passes: TrialPasses) => number) =>
    enough.reduce((sum, count) => sum + count.examples * figure(count), 0) / examples;
  return {
    k,
    passAtK: mean((passes) => passAtK(passes, k)),
    passHatK: mean((passes) => passHatK(passes, k)),
    examples,
  };
}

/** Returns true when some trials of an example pass and some do not. */
export const isFlaky = ({ trials, passes }: TrialPasses): boolean => passes > 0 && passes < trials;
