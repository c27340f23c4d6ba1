import { bisector, max, min } from "d3-array";

/** A tick of the log axis of durations. */
interface DurationTick {
  readonly ms: number;
  readonly label: string;
}

/** A log axis that all range bars of a column share: its ends are the first and the last tick. */
export type DurationAxisScale = readonly [DurationTick, DurationTick, ...DurationTick[]];

/** Round durations, about a decade apart. The first is as short as a duration measured in milliseconds. */
const ROUND: readonly DurationTick[] = [
  { ms: 1, label: "1 ms" },
  { ms: 10, label: "10 ms" },
  { ms: 100, label: "100 ms" },
  { ms: 1000, label: "1 s" },
  { ms: 10_000, label: "10 s" },
  { ms: 60_000, label: "60 s" },
  { ms: 600_000, label: "10 m" },
  { ms: 3_600_000, label: "1 h" },
  { ms: 36_000_000, label: "10 h" },
  { ms: 360_000_000, label: "100 h" },
];

const byDuration = bisector(({ ms }: DurationTick) => ms);

/**
 * Returns the shortest axis of round durations that covers all of `durationsMs`. Invalid durations (missing, negative)
 * are ignored; without any the axis is 1 s to 60 s.
 */
export function durationScale(durationsMs: Iterable<number | null | undefined>): DurationAxisScale {
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (const ms of durationsMs) {
    if (ms === null || ms === undefined || !Number.isFinite(ms) || ms < 0) continue;
    shortest = Math.min(shortest, ms);
    longest = Math.max(longest, ms);
  }
  if (shortest > longest) return ticksBetween(1000, 60_000);
  return ticksBetween(shortest, longest);
}

function ticksBetween(shortest: number, longest: number): DurationAxisScale {
  // An axis has two ends, even when all durations are equal and round.
  const from = Math.min(ROUND.length - 2, Math.max(0, byDuration.right(ROUND, shortest) - 1));
  const to = Math.max(from + 1, byDuration.left(ROUND, longest));
  const [first, second, ...rest] = ROUND.slice(from, to + 1);
  if (!first || !second) throw new RangeError(`No axis from ${shortest} to ${longest}`);
  return [first, second, ...rest];
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const ticksOf = (unit: string, unitMs: number, counts: readonly number[]) =>
  counts.map((count): DurationTick => ({ ms: count * unitMs, label: `${count} ${unit}` }));

/** Round durations, two or three to a decade, at which a fitted axis may end. */
const ENDS: readonly DurationTick[] = [
  ...ticksOf("ms", 1, [1, 2, 5, 10, 20, 50, 100, 200, 500]),
  ...ticksOf("s", SECOND_MS, [1, 2, 5, 10, 20, 30]),
  ...ticksOf("m", MINUTE_MS, [1, 2, 5, 10, 20, 30]),
  ...ticksOf("h", HOUR_MS, [1, 2, 5, 10, 20, 50, 100]),
];

/**
 * Returns an axis that ends at the nearest round durations beyond the shortest and the longest one, so that durations of
 * one decade fill it. Invalid durations (missing, negative) are ignored; without any the axis is 1 s to 60 s.
 */
export function fittedDurationScale(durationsMs: Iterable<number | null | undefined>): DurationAxisScale {
  const known = [...durationsMs].filter((ms): ms is number => typeof ms === "number" && Number.isFinite(ms) && ms >= 0);
  if (known.length === 0) return durationScale([]);
  // An axis has two ends, even when all durations are equal and round.
  const from = Math.min(ENDS.length - 2, Math.max(0, byDuration.right(ENDS, min(known) ?? 0) - 1));
  const to = Math.min(ENDS.length - 1, Math.max(from + 1, byDuration.left(ENDS, max(known) ?? 0)));
  const [low, high] = [ENDS[from], ENDS[to]];
  return low && high ? [low, high] : durationScale(known);
}

/**
 * Returns the position of a duration on the axis: 0 at its start, 1 at its end. Durations outside are put at the nearer
 * end.
 */
export function durationShareOf(scale: DurationAxisScale, ms: number): number {
  const low = scale[0].ms;
  const high = (scale.at(-1) ?? scale[1]).ms;
  // Zero has no logarithm.
  return ms <= low ? 0 : Math.min(1, Math.log(ms / low) / Math.log(high / low));
}
