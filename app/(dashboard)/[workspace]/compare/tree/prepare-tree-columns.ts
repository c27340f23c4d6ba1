/** The sides in drawing order: the base first, or the one that a narrow screen shows. */
export function treeColumns(sideCount: number, base: number, alone: number | null): readonly number[] {
  if (alone !== null) return [alone];
  return [base, ...Array.from({ length: sideCount }, (_, column) => column).filter((column) => column !== base)];
}

/** Names in narrower columns cannot be read; the tree scrolls sideways in its frame instead. */
const MIN_SIDE_WIDTH = 286;

/** The width in pixels of the fixed columns: duration, sign, and differences of time, tokens and cost. */
export const widths = { duration: 76, sign: 34, time: 214, tokens: 134, cost: 154 } as const;

/** The minimum width of the tree in pixels. */
export function minTreeWidthPx(columnCount: number): number {
  return columnCount * MIN_SIDE_WIDTH + (columnCount - 1) * widths.sign + widths.time + widths.tokens + widths.cost;
}

/** The number of cells in a row of the tree. */
export function cellCount(columnCount: number, isAlone: boolean): number {
  return isAlone ? 3 : columnCount * 3 + 2;
}
