import { KINDS, STATUSES, shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** One call in the minimap. */
export interface MinimapMark {
  readonly row: number;
  /** Its vertical position, 0 to 1. */
  readonly place: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly kind: (typeof KINDS)[number];
  readonly isError: boolean;
  readonly isParent: boolean;
}

const ERROR = STATUSES.indexOf("error");
/** Maximum calls drawn in each line of pixels: more would cover each other. */
const MAX_MARKS_PER_LINE = 24;

/**
 * Returns the calls that a minimap with this many lines shows, in drawing order: parents, leaves, errors. With more
 * calls than the lines can show it takes a sample of each line, and every failed call of the sample.
 */
export function minimapMarks(skeleton: TraceSkeleton, lines: number, untilMs: number): readonly MinimapMark[] {
  const { count } = skeleton;
  const rows = new Set<number>();
  const step = Math.max(1, count / Math.max(1, lines * MAX_MARKS_PER_LINE));
  for (let at = 0; at < count; at += step) rows.add(Math.floor(at));
  for (const row of sampledErrors(skeleton, lines * MAX_MARKS_PER_LINE)) rows.add(row);
  const marks = [...rows].map(
    (row): MinimapMark => ({
      row,
      place: row / count,
      startMs: skeleton.startMs[row] ?? 0,
      endMs: shownEndMs(skeleton, row, untilMs),
      kind: KINDS[skeleton.kind[row] ?? 0] ?? "op",
      isError: skeleton.status[row] === ERROR,
      isParent: (skeleton.end[row] ?? 0) > row + 1,
    }),
  );
  const layer = (mark: MinimapMark) => (mark.isError ? 2 : mark.isParent ? 0 : 1);
  return marks.sort((left, right) => layer(left) - layer(right) || left.row - right.row);
}

/** Failed calls, evenly thinned to at most `most`. */
function sampledErrors({ status, errorCount }: TraceSkeleton, most: number): number[] {
  const each = Math.max(1, Math.ceil(errorCount / most));
  const rows: number[] = [];
  let seen = 0;
  for (let row = status.indexOf(ERROR); row >= 0; row = status.indexOf(ERROR, row + 1)) {
    if (seen % each === 0) rows.push(row);
    seen += 1;
  }
  return rows;
}
