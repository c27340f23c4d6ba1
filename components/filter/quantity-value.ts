const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** Milliseconds of `150ms`, `2s`, `1.5m`, `1h`, or of a bare number of milliseconds; null for what is none. */
export function readDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)?$/.exec(text);
  const amount = match?.[1];
  return amount === undefined ? null : Number(amount) * (UNIT_MS[match?.[2] ?? "ms"] ?? 1);
}

/** A finite number, or null. */
export function readNumber(text: string): number | null {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
}
