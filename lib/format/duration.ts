import { isPresent, MISSING, signed } from "./missing";

const SECOND = 1000;
const MINUTE = 60;
const HOUR = 3600;

/**
 * A length of time: `212 ms`, `1.24 s`, `31.2 s`, `1 m 25 s`, `2 h 14 m`.
 *
 * Whole milliseconds under a second, two decimals to 10 s, one to 60 s, then minutes and seconds, then hours and
 * minutes. The step is chosen after rounding, so that 999.6 ms is `1.00 s` and never `1000 ms`.
 */
export function formatDuration(durationMs: number | null | undefined): string {
  const value = isPresent(durationMs);
  return value === null ? MISSING : signed(value, magnitude);
}

function magnitude(durationMs: number): string {
  if (durationMs > 0 && durationMs < 1) return "<1 ms";
  if (Math.round(durationMs) < SECOND) return `${Math.round(durationMs)} ms`;
  const seconds = durationMs / SECOND;
  if (Number(seconds.toFixed(2)) < 10) return `${seconds.toFixed(2)} s`;
  if (Number(seconds.toFixed(1)) < MINUTE) return `${seconds.toFixed(1)} s`;
  const wholeSeconds = Math.round(seconds);
  if (wholeSeconds < HOUR) return pair(wholeSeconds, MINUTE, "m", "s");
  return pair(Math.round(seconds / MINUTE), MINUTE, "h", "m");
}

function pair(total: number, base: number, large: string, small: string): string {
  return `${Math.floor(total / base)} ${large} ${String(total % base).padStart(2, "0")} ${small}`;
}
