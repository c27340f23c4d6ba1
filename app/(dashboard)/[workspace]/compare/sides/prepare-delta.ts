import { MINUS } from "@/lib/format/missing";

/** The difference between a figure of one side and that of the base. */
export interface SideDelta {
  readonly difference: number;
  /** With its sign: `+3.80 s`, `−232`. */
  readonly text: string;
  /** Relative to the base: `−15%`; null when the base is zero. */
  readonly share: string | null;
}

const integerFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Null when either is missing: a missing figure is not a difference. */
export function sideDelta(
  value: number | null,
  base: number | null,
  format: (magnitude: number) => string,
): SideDelta | null {
  if (value === null || base === null) return null;
  const difference = value - base;
  return { difference, text: withSign(difference, format(Math.abs(difference))), share: shareText(difference, base) };
}

/** From ten times on, a percentage is hard to read, so the factor is shown. */
const FACTOR_FROM = 10;

function shareText(difference: number, base: number): string | null {
  if (base === 0) return difference === 0 ? "0%" : null;
  const share = difference / base;
  if (share >= FACTOR_FROM) return `${integerFormat.format(share + 1)}×`;
  return withSign(difference, `${integerFormat.format(Math.abs(100 * share))}%`);
}

/** A value rounded to zero has no sign. */
function withSign(difference: number, magnitude: string): string {
  const isNothing = difference === 0 || (!/[1-9]/.test(magnitude) && !magnitude.startsWith("<"));
  return isNothing ? magnitude : `${difference < 0 ? MINUS : "+"}${magnitude}`;
}
