import { isPresent, MISSING, signed } from "./missing";

/** A share of a whole, 0 to 1, with two decimals: `1.32%`, `57.00%`. For columns of aligned figures. */
export function formatShare(share: number | null | undefined): string {
  const value = isPresent(share);
  return value === null ? MISSING : signed(value, (magnitude) => `${(magnitude * 100).toFixed(2)}%`);
}

/** A share for tight places: two decimals below 10%, whole from there: `1.32%`, `57%`. */
export function formatShortShare(share: number | null | undefined): string {
  const value = isPresent(share);
  if (value === null) return MISSING;
  return signed(value, (magnitude) =>
    Number((magnitude * 100).toFixed(2)) < 10 ? `${(magnitude * 100).toFixed(2)}%` : `${Math.round(magnitude * 100)}%`,
  );
}
