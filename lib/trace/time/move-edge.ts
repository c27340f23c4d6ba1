import { type TimeWindow, windowBetween } from "./time-window";

/** Returns the window with one edge moved. Edges do not pass each other. */
export function movedEdge(window: TimeWindow, edge: "from" | "to", place: number): TimeWindow {
  const { axis, from, to } = window;
  const least = axis.length / 1000;
  if (edge === "from") return windowBetween(axis, Math.min(place, to - least), to);
  return windowBetween(axis, from, Math.max(place, from + least));
}
