import type { Axis, Tick } from "@/lib/chart/ticks";

const MAX_TICKS = 4;

/** Returns 1, 2 or 5 times a power of ten, at least `value`. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10) * power;
}

/**
 * Returns round numbers inside a range. A step like 0.1 drifts in sums, so each tick is the number that its label
 * shows.
 */
export function roundTicks(
  from: number,
  to: number,
  label: (value: number) => string,
  smallestStep = 0,
  most = MAX_TICKS,
): readonly Tick[] {
  if (!(to > from)) return [{ value: from, label: label(from) }];
  const step = Math.max(smallestStep, roundStep((to - from) / most));
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const value = Number(((first + index) * step).toPrecision(12));
    return { value, label: label(value) };
  });
}

const ROUNDING = 1e-9;

/** True if two values are equal except for rounding: sums of the same numbers in another order differ slightly. */
export function isSameValue(left: number, right: number): boolean {
  return Math.abs(left - right) <= Math.max(Math.abs(left), Math.abs(right)) * ROUNDING;
}

/** Returns the axis of values from `low` to `high`, with a margin. A single value gets a range around itself. */
export function valueAxis(low: number, high: number, label: (value: number) => string): Axis {
  if (!(Number.isFinite(low) && Number.isFinite(high))) return { domain: [0, 1], ticks: [] };
  const air = isSameValue(low, high) ? (Math.abs(high) || 1) * 0.5 : (high - low) * 0.06;
  const domain = [low - air, high + air] as const;
  return { domain, ticks: roundTicks(...domain, label) };
}

/** Returns the log axis of positive values: whole powers of ten around them. */
export function logAxis(low: number, high: number, label: (value: number) => string): Axis {
  if (!(low > 0 && Number.isFinite(high))) return { domain: [0.1, 1], ticks: [] };
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(high) - 1e-9));
  const every = Math.ceil((to - from) / MAX_TICKS);
  const ticks: Tick[] = [];
  for (let power = from; power <= to; power += every) {
    const value = Number(`1e${power}`);
    ticks.push({ value, label: label(value) });
  }
  return { domain: [Number(`1e${from}`), Number(`1e${to}`)], ticks };
}
