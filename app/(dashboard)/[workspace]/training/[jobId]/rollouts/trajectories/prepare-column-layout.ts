/** Heights of what stays on top, in pixels: messages are placed below it. */
export const HEAD_HEIGHT = 54;
export const SHARED_HEIGHT = 28;

/** Four stand beside each other in a window of 1440 pixels with the whole navigation. */
const LEAST_WIDTH = 220;
/** Wider columns are hard to read across. */
const MOST_SIDE_BY_SIDE = 4;

/** The width of a column: all of the pane is used by up to four, and the others are reached by scrolling. */
export function columnWidth(paneWidth: number, count: number): number {
  if (paneWidth <= 0 || count === 0) return 0;
  const fitting = Math.max(1, Math.min(count, MOST_SIDE_BY_SIDE, Math.floor(paneWidth / LEAST_WIDTH)));
  return Math.floor(paneWidth / fitting);
}

/** As many trajectories are read at once to find what they have in common; of larger groups only those on the screen. */
const MOST_READ = 16;

/** Which trajectories of a group are read. */
export function readIndexes(count: number, visible: readonly number[]): readonly number[] {
  const first = Array.from({ length: Math.min(count, MOST_READ) }, (_, index) => index);
  const others = visible.filter((index) => index >= MOST_READ && index < count);
  return [...first, ...others];
}
