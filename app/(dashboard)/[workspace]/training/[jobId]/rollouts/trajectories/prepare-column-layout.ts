/** Heights of the sticky parts, in pixels: messages are placed below them. */
export const HEAD_HEIGHT_PX = 54;
export const SHARED_HEIGHT_PX = 28;

/** Four columns fit side by side in a window of 1440 pixels with the full navigation. */
const MIN_COLUMN_WIDTH_PX = 220;
/** Wider columns are hard to read. */
const MAX_COLUMNS_SIDE_BY_SIDE = 4;

/** Returns the width of a column: up to four share the pane, and the others are reached by scrolling. */
export function columnWidth(paneWidth: number, count: number): number {
  if (paneWidth <= 0 || count === 0) return 0;
  const fitting = Math.max(1, Math.min(count, MAX_COLUMNS_SIDE_BY_SIDE, Math.floor(paneWidth / MIN_COLUMN_WIDTH_PX)));
  return Math.floor(paneWidth / fitting);
}

/** This many trajectories are read at once to find their shared messages; of larger groups only those on screen. */
const MAX_READ_TRAJECTORIES = 16;

/** Returns which trajectories of a group are read. */
export function readIndexes(count: number, visible: readonly number[]): readonly number[] {
  const first = Array.from({ length: Math.min(count, MAX_READ_TRAJECTORIES) }, (_, index) => index);
  const others = visible.filter((index) => index >= MAX_READ_TRAJECTORIES && index < count);
  return [...first, ...others];
}
