import { formatMetric } from "./format-metric";
import type { MetricLine } from "./metric-chart";

/** The maximum number of values that are shown as figures, since a line through them adds nothing. */
const MAX_FIGURES = 2;

/** True if a line through the values would add nothing: there are one or two, or all of them are equal. */
export function saysNothingAsLine({ values }: Pick<MetricLine, "values">): boolean {
  if (values.length <= MAX_FIGURES) return true;
  const first = values[0];
  for (let index = 1; index < values.length; index += 1) if (values[index] !== first) return false;
  return true;
}

/** Returns the change between two values with its sign: `+0.170`; null where one of them is not a number. */
export function changeText(path: string, from: number | undefined, to: number | undefined): string | null {
  if (from === undefined || to === undefined || !Number.isFinite(from) || !Number.isFinite(to)) return null;
  const change = to - from;
  return `${change > 0 ? "+" : ""}${formatMetric(path, change)}`;
}
