import { MISSING } from "@/lib/format/missing";

const DECIMALS = 3;
/** From here on, three decimals are noise. */
const MIN_ROUNDED = 100;

/** A score: three decimals, fewer for large numbers. An unknown score is a dash, never 0. */
export function formatScore(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  const text = Math.abs(value) >= MIN_ROUNDED ? value.toFixed(1) : value.toFixed(DECIMALS);
  return text.replace("-", "−");
}

/** A difference: signed, without the leading zero: +.045. */
export function formatDifference(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  const magnitude = formatScore(Math.abs(value)).replace(/^0\./, ".");
  if (/^[.0]*$/.test(magnitude)) return magnitude;
  return `${value < 0 ? "−" : "+"}${magnitude}`;
}

/** The ends of an interval. */
export const formatInterval = ({ low, high }: { low: number; high: number }): string =>
  `${formatScore(low).replace(/^(−?)0\./, "$1.")} to ${formatScore(high).replace(/^(−?)0\./, "$1.")}`;
