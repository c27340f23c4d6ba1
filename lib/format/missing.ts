/** The text for an unknown value. Never zero. */
export const MISSING = "–";

/** A real minus sign, as wide as the figures. */
export const MINUS = "\u2212";

/** Returns a finite number, or null for a value that cannot be shown. */
export function isPresent(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Puts the design's minus sign before the text of a magnitude. */
export function signed(value: number, text: (magnitude: number) => string): string {
  return value < 0 ? `${MINUS}${text(-value)}` : text(value);
}
