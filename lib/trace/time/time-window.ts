import { positionOfTime, type TimeAxis, timeAt } from "./time-axis";

/** The visible part of the axis, in axis positions. */
export interface TimeWindow {
  readonly axis: TimeAxis;
  readonly from: number;
  readonly to: number;
}

/** A part of a trace in milliseconds after its start, as in the address. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The minimum window length: a tenth of a microsecond. */
const MIN_WINDOW_LENGTH = 0.0001;
/** Margin on both sides of a call that is zoomed to, as a share of its length. */
const MARGIN = 0.04;

export function timeWindowOf(axis: TimeAxis, zoom: TimeSpan | null): TimeWindow {
  if (!zoom) return { axis, from: 0, to: axis.length };
  const from = positionOfTime(axis, zoom.fromMs);
  return clamped(axis, from, Math.max(positionOfTime(axis, zoom.toMs) - from, MIN_WINDOW_LENGTH));
}

/** Returns the window as a zoom; null when it shows all. */
export function zoomOf({ axis, from, to }: TimeWindow): TimeSpan | null {
  if (from <= 0 && to >= axis.length) return null;
  return { fromMs: timeAt(axis, from), toMs: timeAt(axis, to) };
}

/** Returns the position of a time in the window: 0 is the left edge, 1 the right. */
export function windowShareOf({ axis, from, to }: TimeWindow, timeMs: number): number {
  return to === from ? 0 : (positionOfTime(axis, timeMs) - from) / (to - from);
}

/** Returns the time at a share of the window. */
export function timeAtShare({ axis, from, to }: TimeWindow, share: number): number {
  return timeAt(axis, from + share * (to - from));
}

/** Scales the window by a factor around a fixed share of it; factors under 1 zoom in. */
export function zoomed({ axis, from, to }: TimeWindow, factor: number, aboutShare: number): TimeWindow {
  const length = Math.max((to - from) * factor, MIN_WINDOW_LENGTH);
  const about = from + aboutShare * (to - from);
  return clamped(axis, about - aboutShare * length, length);
}

/** Moves the window by a share of its length, to the right when positive. */
export function panned({ axis, from, to }: TimeWindow, share: number): TimeWindow {
  return clamped(axis, from + share * (to - from), to - from);
}

/** Returns the window that shows a call with a margin. */
export function windowAround(axis: TimeAxis, startMs: number, endMs: number): TimeWindow {
  const from = positionOfTime(axis, startMs);
  const length = Math.max(positionOfTime(axis, endMs) - from, axis.length / 1e6, MIN_WINDOW_LENGTH);
  return clamped(axis, from - length * MARGIN, length * (1 + 2 * MARGIN));
}

/** Returns the window between two positions of the axis. */
export function windowBetween(axis: TimeAxis, from: number, to: number): TimeWindow {
  const start = Math.max(0, from);
  return clamped(axis, start, Math.max(Math.min(to, axis.length) - start, MIN_WINDOW_LENGTH));
}

/** Clips a window to the axis. */
function clamped(axis: TimeAxis, from: number, length: number): TimeWindow {
  if (length >= axis.length) return { axis, from: 0, to: axis.length };
  const start = Math.min(Math.max(0, from), axis.length - length);
  return { axis, from: start, to: start + length };
}
