/** A sum of known values, and whether there were any. */
export interface KnownSum {
  value: number;
  isKnown: boolean;
}

export const newSum = (): KnownSum => ({ value: 0, isKnown: false });

/** Adds a value; unknown ones (undefined, NaN) change nothing. */
export function addKnown(sum: KnownSum, value: number | undefined): void {
  if (value === undefined || Number.isNaN(value)) return;
  sum.value += value;
  sum.isKnown = true;
}

/** Returns the sum; null without a known value, which is not zero. */
export const sumOf = ({ value, isKnown }: KnownSum): number | null => (isKnown ? value : null);
