import { type Axis, roundTicks, type Tick } from "@/lib/chart/ticks";

const ROUNDING = 1e-9;
const MIN_TICKS = 3;
/** Numbers of steps that are tried, in this order. */
const STEP_WISHES = [4, 5, 6] as const;

/** True if two values are equal except for rounding: sums of the same numbers in another order differ slightly. */
export function isSameValue(left: number, right: number): boolean {
  return Math.abs(left - right) <= Math.max(Math.abs(left), Math.abs(right)) * ROUNDING;
}

/** Returns the axis of values from `low` to `high`, with a margin. A single value gets a range around itself. */
export function valueAxis(low: number, high: number, label: (value: number) => string): Axis {
  if (!(Number.isFinite(low) && Number.isFinite(high))) return { domain: [0, 1], ticks: [] };
  const air = isSameValue(low, high) ? (Math.abs(high) || 1) * 0.5 : (high - low) * 0.06;
  const domain = [low - air, high + air] as const;
  return { domain, ticks: valueTicks(domain, label) };
}

/** Returns three or more round numbers where as few as six steps give them, otherwise two. */
function valueTicks(domain: readonly [number, number], label: (value: number) => string): readonly Tick[] {
  const wishes = STEP_WISHES.map((most) => roundTicks(...domain, label, 0, most));
  return wishes.find(({ length }) => length >= MIN_TICKS) ?? wishes.at(-1) ?? [];
}
