/** Start and end by row, and the rows' parents; an open end is NaN. */
export interface RowTimes {
  readonly parent: Int32Array;
  readonly startMs: Float64Array;
  readonly endMs: Float64Array;
}

/**
 * Returns the self time of each call: its duration minus the union of its children's, clipped to its own. NaN where its
 * end is open; a child without an end runs as long as its parent. Siblings must be in order of start.
 */
export function selfTimes({ parent, startMs, endMs }: RowTimes): Float64Array<ArrayBuffer> {
  const count = parent.length;
  const self = new Float64Array(count);
  const coveredTo = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    const start = startMs[row] ?? 0;
    const end = endMs[row] ?? Number.NaN;
    self[row] = Math.max(0, end - start);
    coveredTo[row] = start;
    const above = parent[row] ?? -1;
    const aboveEnd = endMs[above] ?? Number.NaN;
    if (above < 0 || Number.isNaN(aboveEnd)) continue;
    const from = Math.max(start, coveredTo[above] ?? 0);
    const to = Number.isNaN(end) ? aboveEnd : Math.min(end, aboveEnd);
    if (to <= from) continue;
    self[above] = (self[above] ?? 0) - (to - from);
    coveredTo[above] = to;
  }
  // Fractions of microseconds do not always cancel out.
  return self.map((value) => Math.max(0, value));
}

const MAX_GAPS = 64;
/** Shorter pauses, as a share of the trace, get no break in the axis. */
const MIN_SHARE = 0.03;

/**
 * Returns the pairs of times between which no call without children ran, in order. `leaves` are rows by start. While a
 * call above them runs, the last pause has no end.
 */
export function idleGaps(
  leaves: Iterable<number>,
  times: RowTimes,
  lastMs: number,
  isRunning: boolean,
): Float64Array<ArrayBuffer> {
  const gaps: (readonly [number, number])[] = [];
  let busyTo = 0;
  let hasOpenLeaf = false;
  const least = lastMs * MIN_SHARE;
  const look = (from: number) => {
    if (from - busyTo > least) gaps.push([busyTo, from]);
  };
  for (const row of leaves) {
    const start = times.startMs[row] ?? 0;
    const end = times.endMs[row] ?? Number.NaN;
    look(start);
    hasOpenLeaf ||= Number.isNaN(end);
    busyTo = Math.max(busyTo, Number.isNaN(end) ? lastMs : end);
  }
  look(isRunning && !hasOpenLeaf ? Number.POSITIVE_INFINITY : lastMs);
  const longest = gaps.sort((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, MAX_GAPS);
  return Float64Array.from(longest.sort((a, b) => a[0] - b[0]).flat());
}
