import { type TimeSpan, type TimeWindow, timeAtShare } from "./time-window";

/** A shorter span cannot be dragged at its edges any more, as a share of the visible time. */
const MIN_SHARE = 0.002;

/** Returns the time between two shares of the window, in either order; what is outside the window is left out. */
export function spanBetween(window: TimeWindow, oneShare: number, otherShare: number): TimeSpan {
  const [one, other] = [bounded(oneShare), bounded(otherShare)];
  return { fromMs: timeAtShare(window, Math.min(one, other)), toMs: timeAtShare(window, Math.max(one, other)) };
}

/** Returns a span with one edge moved to a time. Edges do not pass each other. */
export function movedSpanEdge(
  { fromMs, toMs }: TimeSpan,
  edge: "from" | "to",
  timeMs: number,
  window: TimeWindow,
): TimeSpan {
  const leastMs = (timeAtShare(window, 1) - timeAtShare(window, 0)) * MIN_SHARE;
  if (edge === "from") return { fromMs: Math.max(0, Math.min(timeMs, toMs - leastMs)), toMs };
  return { fromMs, toMs: Math.min(window.axis.spanMs, Math.max(timeMs, fromMs + leastMs)) };
}

const bounded = (share: number) => Math.min(1, Math.max(0, share));
