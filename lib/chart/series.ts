/** One series of a chart: its name and the token of its color. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly color: string;
}

/** The colors in order of use. Madder is excluded: it marks errors. */
export const SERIES_COLORS = [
  "var(--dye-indigo)",
  "var(--dye-weld)",
  "var(--dye-verdigris)",
  "var(--dye-orchil)",
  "var(--dye-woad)",
  "var(--dye-cochineal)",
  "var(--dye-walnut)",
] as const;

/** The colors of the remainder and of the comparison series. */
export const NEUTRAL_COLOR = "var(--dye-undyed)";

/**
 * Returns the names that get a series of their own, in order.
 *
 * A name keeps its position, and with it its color, from one response to the next while it is among the largest; a
 * position that becomes free goes to the largest name without one.
 *
 * @param ranked names by size, largest first
 * @param before what this function returned for the response before
 */
export function assignSeries(
  ranked: readonly string[],
  before: readonly string[] = [],
  most: number = SERIES_COLORS.length,
): readonly string[] {
  const top = ranked.slice(0, most);
  const waiting = top.filter((name) => !before.includes(name));
  const slots = before.map((name) => (top.includes(name) ? name : (waiting.shift() ?? null)));
  return [...slots, ...waiting].filter((name) => name !== null).slice(0, most);
}

/**
 * Returns the hidden series after a click on one in the legend. A click isolates it, another one shows all again;
 * Shift-click hides or shows only that one. The last visible series is never hidden.
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
