/** A pause that the axis shortens. */
interface AxisBreak {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Maps times of a trace to axis positions. A position unit is one millisecond where calls run; with compressed pauses a
 * break is shorter than its time.
 */
export interface TimeAxis {
  readonly spanMs: number;
  /** The position of the trace's end. */
  readonly length: number;
  readonly breaks: readonly AxisBreak[];
  /** Points between which time and position are linear: times, and their positions. */
  readonly times: readonly number[];
  readonly places: readonly number[];
}

/** The width of a break on the axis, as a share of the time in which calls run. */
const BREAK_SHARE = 0.03;

export function linearTimeAxis(spanMs: number): TimeAxis {
  return { spanMs, length: spanMs, breaks: [], times: [0, spanMs], places: [0, spanMs] };
}

/**
 * Creates an axis that shortens pauses. `idle` are pairs of times in order; a pause shorter than a break keeps its
 * length.
 */
export function compressedAxis(spanMs: number, idle: Float64Array): TimeAxis {
  const pauses: AxisBreak[] = [];
  for (let at = 0; at + 1 < idle.length; at += 2) {
    const toMs = Math.min(spanMs, idle[at + 1] ?? 0);
    const fromMs = idle[at] ?? 0;
    if (toMs > fromMs) pauses.push({ fromMs, toMs });
  }
  const busyMs = spanMs - pauses.reduce((sum, pause) => sum + pause.toMs - pause.fromMs, 0);
  const breakLength = busyMs * BREAK_SHARE;
  const breaks = pauses.filter(({ fromMs, toMs }) => toMs - fromMs > breakLength);
  const [times, places] = [[0], [0]];
  let cutMs = 0;
  for (const { fromMs, toMs } of breaks) {
    times.push(fromMs, toMs);
    places.push(fromMs - cutMs);
    cutMs += toMs - fromMs - breakLength;
    places.push(toMs - cutMs);
  }
  times.push(spanMs);
  places.push(spanMs - cutMs);
  return { spanMs, length: spanMs - cutMs, breaks, times, places };
}

/** Returns the position of a time; before and after the trace the axis continues at the same scale. */
export function positionOfTime({ times, places }: TimeAxis, timeMs: number): number {
  return between(times, places, timeMs);
}

/** Returns the time at a position. */
export function timeAt({ times, places }: TimeAxis, place: number): number {
  return between(places, times, place);
}

function between(from: readonly number[], to: readonly number[], value: number): number {
  let [low, high] = [0, from.length - 1];
  if (value <= (from[0] ?? 0)) return (to[0] ?? 0) + value - (from[0] ?? 0);
  if (value >= (from[high] ?? 0)) return (to[high] ?? 0) + value - (from[high] ?? 0);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  const [a, b] = [from[low] ?? 0, from[high] ?? 0];
  const [c, d] = [to[low] ?? 0, to[high] ?? 0];
  return b === a ? c : c + ((value - a) / (b - a)) * (d - c);
}
