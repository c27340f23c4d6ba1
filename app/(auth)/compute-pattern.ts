/** One visible float of the pattern: a raised warp thread with its color, or the pale weft that covers it. */
export interface PatternSegment {
  readonly column: number;
  readonly row: number;
  /** Null where the weft lies on top. */
  readonly color: string | null;
}

/** Warp threads that keep a color of their own. */
const OTHER_COLORS: Readonly<Record<number, string>> = {
  9: "dye-weld",
  10: "dye-weld",
  33: "dye-madder",
  51: "dye-verdigris",
  52: "dye-verdigris",
};

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value));

/** How far a task's threads are ahead of the others: a few slow waves across the pattern. */
const skillOf = (column: number) =>
  0.16 * Math.sin(column * 0.36 + 0.6) + 0.1 * Math.sin(column * 0.117 + 2) + 0.05 * Math.sin(column * 0.9);

/**
 * Returns the mean reward of a task at a share (0 to 1) of the gradient steps: a learning curve, bent by the task's
 * skill.
 */
function rewardAt(column: number, share: number): number {
  const learned = (0.74 * (1 - Math.exp(-2 * share))) / 0.86;
  return clamp(0.06, 0.05 + learned + skillOf(column) * (1.1 - 0.4 * share), 0.9);
}

/**
 * Returns a shaded satin: tasks across, gradient steps down. A warp thread is raised where the reward passes the
 * satin's threshold at that position, the way weavers shade cloth; the color is deeper where the reward is higher, and
 * on a dark background one or two steps lighter.
 */
export function computePattern(columns: number, rows: number, isDark: boolean): readonly PatternSegment[] {
  const floats: PatternSegment[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const reward = rewardAt(column, row / Math.max(1, rows - 1));
      const threshold = (((column * 5 + row * 5) % 8) + 0.5) / 8;
      const dips = isDark ? (reward > 0.3 ? 2 : 1) : 0;
      const depth = clamp(3, Math.round(2.4 + reward * 5), 7) - dips;
      const dye = reward > threshold ? (OTHER_COLORS[column] ?? `vat-${depth}`) : null;
      floats.push({ column, row, color: dye });
    }
  }
  return floats;
}
