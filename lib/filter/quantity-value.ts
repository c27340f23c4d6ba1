const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/**
 * Returns the milliseconds of `150ms`, `2s`, `1.5m`, `1h`, or of a bare number of milliseconds; null for any other
 * text.
 */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)?$/.exec(text);
  const amount = match?.[1];
  return amount === undefined ? null : Number(amount) * (UNIT_MS[match?.[2] ?? "ms"] ?? 1);
}

/** A finite number, or null. */
export function parseNumber(text: string): number | null {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
}

const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** Reads a count as people write it: `500`, `10k`, `1.5M`; null for any other text. */
export function parseCount(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)([kmb])?$/i.exec(text);
  const amount = match?.[1];
  return amount === undefined ? null : Number(amount) * (FACTORS[match?.[2]?.toLowerCase() ?? ""] ?? 1);
}
