/** One series of a chart: what it is called and the token of its colour. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly color: string;
}

/** The dyes in order of use. Madder is left out: errors wear it. */
export const SERIES_COLORS = [
  "var(--dye-indigo)",
  "var(--dye-weld)",
  "var(--dye-verdigris)",
  "var(--dye-orchil)",
  "var(--dye-woad)",
  "var(--dye-cochineal)",
  "var(--dye-walnut)",
] as const;

/** What is left over, and what is only there to compare with. */
export const NEUTRAL_COLOR = "var(--dye-undyed)";

/**
 * Which names get a series of their own, and in which order.
 *
 * A name keeps its place, and with it its dye, from one answer to the next while it is among the largest; a place that
 * becomes free goes to the largest name without one.
 *
 * @param ranked names by size, largest first
 * @param before what this function gave for the answer before
 */
export function assignSeries(
  ranked: readonly string[],
  before: readonly string[] = [],
  most: number = SERIES_COLORS.length,
): readonly string[] {
  const top = ranked.slice(0, most);
  const waiting = top.filter((name) => !before.includes(name));
  const kept = before.map((name) => (top.includes(name) ? name : (waiting.shift() ?? null)));
  return [...kept, ...waiting].filter((name) => name !== null).slice(0, most);
}

/**
 * The series that are hidden after a press on one of the legend. A press isolates it, another one brings all of them
 * back; with Shift it hides and shows only that one. The last one that is shown is never hidden.
 */
export function toggleSeries(
  keys: readonly string[],
  hidden: ReadonlySet<string>,
  key: string,
  isShift: boolean,
): ReadonlySet<string> {
  if (isShift) {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    return keys.every((candidate) => next.has(candidate)) ? hidden : next;
  }
  const others = keys.filter((candidate) => candidate !== key);
  const isAlone = !hidden.has(key) && others.every((candidate) => hidden.has(candidate));
  return isAlone ? new Set() : new Set(others);
}
