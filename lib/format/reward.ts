import { isPresent, MISSING, signed } from "./missing";

/**
 * A reward or a reward statistic with at most three decimals: `1`, `0.5`, `0.586`; large and tiny ones in powers of
 * ten.
 */
export function formatReward(reward: number | null | undefined): string {
  const value = isPresent(reward);
  return value === null ? MISSING : signed(value, magnitude);
}

function magnitude(value: number): string {
  if (value !== 0 && (value < 0.0005 || value >= 1e6)) return value.toExponential(2).replace("-", "−").replace("+", "");
  return String(Number(value.toFixed(3)));
}
