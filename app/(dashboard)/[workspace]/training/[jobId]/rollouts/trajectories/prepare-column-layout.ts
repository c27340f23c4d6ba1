/** Heights of what stays on top, in pixels: messages are placed below it. */
export const HEAD_HEIGHT_PX = 54;
export const SHARED_HEIGHT_PX = 28;

/** Four stand beside each other in a window of 1440 pixels with the whole navigation. */
const MIN_COLUMN_WIDTH_PX = 220;
/** Wider columns are hard to read across. */
const MAX_COLUMNS_SIDE_BY_SIDE = 4;

/** The width of a column: all of the pane is used by up to four, and the others are reached by scrolling. */
export function columnWidth(paneWidth: number, count: number): number {
  if (paneWidth <= 0 || count === 0) return 0;
  const fitting = Math.max(1, Math.min(count, MAX_COLUMNS_SIDE_BY_SIDE, Math.floor(paneWidth / MIN_COLUMN_WIDTH_PX)));
  return Math.floor(paneWidth / fitting);
}

/** As many trajectories are read at once to find what they have in common; of larger groups only those on the screen. */
const MAX_READ_TRAJECTORIES = 16;

/** Which trajectories of a group are read. */
export function readIndexes(count: number, visible: readonly number[]): readonly number[] {
  const first = Array.from({ length: Math.min(count, MAX_READ_TRAJECTORIES) }, (_, index) => index);
  const others = visible.filter((index) => index >= MAX_READ_TRAJECTORIES && index < count);
  return [...first, ...others];
}
