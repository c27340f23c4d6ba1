import { nearestIndex } from "@/lib/training/metrics/pixel-points";
import type { SeriesLine } from "./series-chart";

/**
 * Returns the point of a line that is nearest to a position, or its last one: a value that the program logged, or its
 * smoothed value, never one between two. Null where values are missing there.
 */
export function valueAt(
  { xs, line, raw }: Pick<SeriesLine, "xs" | "line" | "raw">,
  at: number | null,
): { readonly x: number; readonly value: number; readonly raw: number | null } | null {
  const index = at === null ? line.findLastIndex((value) => value !== null) : nearestIndex(xs, at);
  const [x, value] = [xs[index], line[index]];
  return x === undefined || value == null ? null : { x, value, raw: raw?.[index] ?? null };
}
