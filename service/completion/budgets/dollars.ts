/** Writes a sum of money: two decimals, and four below a cent. */
export const dollars = (usd: number): string => `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 4 : 2)}`;
