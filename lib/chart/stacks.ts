/** A span of time that is counted as one. */
export interface Bucket {
  readonly startMs: number;
  readonly endMs: number;
}

/** The count of a series in each bucket, in the order of the buckets. */
export interface StackedCounts {
  readonly key: string;
  readonly counts: readonly number[];
}

/** A segment of a column: its start and end on the axis of counts. */
interface StackSegment {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

export interface StackColumn extends Bucket {
  readonly index: number;
  readonly total: number;
  readonly segments: readonly StackSegment[];
}

/**
 * Stacks the visible series over each bucket, the first one at the bottom. A series without calls there has no segment.
 */
export function stackColumns(
  buckets: readonly Bucket[],
  series: readonly StackedCounts[],
  hidden: ReadonlySet<string>,
): readonly StackColumn[] {
  const shown = series.filter(({ key }) => !hidden.has(key));
  return buckets.map((bucket, index) => {
    let total = 0;
    const segments: StackSegment[] = [];
    for (const { key, counts } of shown) {
      const count = counts[index] ?? 0;
      if (count <= 0) continue;
      segments.push({ key, from: total, to: total + count });
      total += count;
    }
    return { ...bucket, index, total, segments };
  });
}

/** Returns the height of the tallest column. */
export function maxColumnTotal(columns: readonly StackColumn[]): number {
  return columns.reduce((most, { total }) => Math.max(most, total), 0);
}

/** A position among the marks of a chart: a column, and a series inside it. */
export interface MarkPosition {
  readonly column: number;
  readonly key: string;
}

export type Move = "left" | "right" | "up" | "down" | "first" | "last";

/**
 * Returns the mark that an arrow key leads to. Sideways it goes to the next column that has any, and there to the same
 * series or else the top one; up and down stay in the column. Null when there is nothing in that direction.
 */
export function adjacentMark(columns: readonly StackColumn[], from: MarkPosition, move: Move): MarkPosition | null {
  if (move === "up" || move === "down") {
    const segments = columns[from.column]?.segments ?? [];
    const at = segments.findIndex(({ key }) => key === from.key);
    const next = at < 0 ? segments.at(-1) : segments[at + (move === "up" ? 1 : -1)];
    return next ? { column: from.column, key: next.key } : null;
  }
  const isForward = move === "right" || move === "first";
  const start = { left: from.column - 1, right: from.column + 1, first: 0, last: columns.length - 1 }[move];
  for (let column = start; column >= 0 && column < columns.length; column += isForward ? 1 : -1) {
    const segments = columns[column]?.segments ?? [];
    const target = segments.find(({ key }) => key === from.key) ?? segments.at(-1);
    if (target) return { column, key: target.key };
  }
  return null;
}
