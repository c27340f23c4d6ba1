/** A piece of a formatted quantity: figures, or a unit that is drawn one step smaller. */
export interface QuantityPart {
  readonly text: string;
  readonly isUnit: boolean;
}

/** Splits `1 m 25 s` into figures and units, so that units can be set smaller. Joined by spaces it reads the same. */
export function splitUnits(quantity: string): readonly QuantityPart[] {
  return quantity.split(" ").map((text) => ({ text, isUnit: /^(?:ms|s|min|m|h|d|B|kB|MB|GB)$/.test(text) }));
}
