import { isPresent, MISSING, signed } from "./missing";

const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A count, exact with commas: `48,213`. For tables and headers. */
export function formatCount(count: number | null | undefined): string {
  const value = isPresent(count);
  return value === null ? MISSING : signed(value, (magnitude) => exact.format(magnitude));
}

/** A count for tight places: exact below 100,000, then `168k`, `6.1M`, `2.4B`. */
export function formatShortCount(count: number | null | undefined): string {
  const value = isPresent(count);
  return value === null ? MISSING : signed(value, shorten);
}

function shorten(count: number): string {
  if (Math.round(count) < 100_000) return exact.format(count);
  if (Math.round(count / 1e3) < 1000) return `${Math.round(count / 1e3)}k`;
  if (Number((count / 1e6).toFixed(1)) < 1000) return `${(count / 1e6).toFixed(1)}M`;
  return `${(count / 1e9).toFixed(1)}B`;
}

/** `1 call`, `2 calls`: a count with its noun. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
