import type { Scales } from "@/lib/training/metrics/line-paths";
import type { SeriesLine } from "./series-chart";

/** The letter of a run at the end of its line, in pixels. */
export interface LineEnd {
  readonly id: string;
  readonly letter: string;
  readonly color: string;
  readonly x: number;
  readonly y: number;
}

/** Where the values of a line are missing, in pixels: at its last value before. */
export interface MissingMark {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

interface Box extends Scales {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Of a letter, in pixels. */
export const END_SIZE = 13;
/** More crosses of one line would hide it. */
const MAX_MARKS = 5;

const isInside = ({ left, width }: Box, x: number) => x >= left - 1 && x <= left + width + 1;

/** Returns the last place of a line in the box; null without one. */
function lastPlace({ xs, line }: SeriesLine, box: Box): { readonly x: number; readonly y: number } | null {
  for (let at = xs.length - 1; at >= 0; at -= 1) {
    const value = line[at] ?? null;
    const x = box.x(xs[at] ?? Number.NaN);
    if (value !== null && isInside(box, x)) return { x, y: box.y(value) };
  }
  return null;
}

/**
 * Returns a letter at the end of each line that has one, those of lines that end together below each other. None where the
 * box is too low for them.
 */
export function lineEnds(lines: readonly SeriesLine[], box: Box): readonly LineEnd[] {
  const lettered = lines.filter(({ letter }) => letter !== undefined);
  if (lettered.length * END_SIZE > box.height + END_SIZE) return [];
  const bottom = box.top + box.height;
  const ends = lettered
    .flatMap((line): LineEnd[] => {
      const place = lastPlace(line, box);
      if (place === null) return [];
      const y = Math.min(bottom, Math.max(box.top, place.y));
      return [{ id: line.id, letter: line.letter ?? "", color: line.color, x: place.x, y }];
    })
    .sort((left, right) => left.y - right.y);
  const placed: LineEnd[] = [];
  for (const end of ends) {
    const near = placed.filter(({ x }) => Math.abs(x - end.x) < END_SIZE);
    const lowest = near.reduce((most, { y }) => Math.max(most, y + END_SIZE), Number.NEGATIVE_INFINITY);
    placed.push({ ...end, y: Math.max(end.y, lowest) });
  }
  const excess = placed.reduce((most, { y }) => Math.max(most, y - bottom), 0);
  return excess === 0 ? placed : raised(placed, bottom);
}

/** Returns ends of which the lowest is at the bottom, and those that it would cover above it. */
function raised(ends: readonly LineEnd[], bottom: number): readonly LineEnd[] {
  const placed: LineEnd[] = [];
  for (const end of ends.toReversed()) {
    const near = placed.filter(({ x }) => Math.abs(x - end.x) < END_SIZE);
    const highest = near.reduce((least, { y }) => Math.min(least, y - END_SIZE), bottom);
    placed.push({ ...end, y: Math.min(end.y, highest) });
  }
  return placed.reverse();
}

/** Returns a mark where the values of a line go missing, such as NaN; of many of them the last. */
export function missingMarks({ id, xs, line }: SeriesLine, box: Box): readonly MissingMark[] {
  return xs
    .flatMap((_, at): MissingMark[] => {
      const before = line[at - 1] ?? null;
      const x = box.x(xs[at - 1] ?? Number.NaN);
      return line[at] === null && before !== null && isInside(box, x) ? [{ id, x, y: box.y(before) }] : [];
    })
    .slice(-MAX_MARKS);
}
