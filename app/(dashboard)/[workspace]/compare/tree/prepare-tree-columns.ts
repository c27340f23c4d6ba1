/** The sides in the order in which they are drawn: the base first, or the one that a narrow screen has room for. */
export function treeColumns(sideCount: number, base: number, alone: number | null): readonly number[] {
  if (alone !== null) return [alone];
  return [base, ...Array.from({ length: sideCount }, (_, column) => column).filter((column) => column !== base)];
}

/** Narrower than this a name cannot be read, and the tree scrolls sideways in its frame. */
const MIN_SIDE_WIDTH = 286;

/** Pixels of the columns whose width is given: duration, sign, and differences of time, tokens and money. */
export const widths = { duration: 76, sign: 34, time: 214, tokens: 134, cost: 154 } as const;

/** The least width of the tree in pixels. */
export function minTreeWidthPx(columnCount: number): number {
  return columnCount * MIN_SIDE_WIDTH + (columnCount - 1) * widths.sign + widths.time + widths.tokens + widths.cost;
}

/** Cells in a row of the tree. */
export function cellCount(columnCount: number, isAlone: boolean): number {
  return isAlone ? 3 : columnCount * 3 + 2;
}
