/** A value at a time; null if nothing was measured. */
export interface LinePoint {
  readonly timeMs: number;
  readonly value: number | null;
}

/** More points than pixels take time and show nothing. */
const MAX_POINTS = 2000;

/**
 * Thins a line to at most `most` points. Of each run of points the smallest and the largest stay, at their own times,
 * so that no spike is lost; a run with a missing value keeps the gap.
 */
export function downsamplePoints(points: readonly LinePoint[], most = MAX_POINTS): readonly LinePoint[] {
  if (points.length <= most) return points;
  const runLength = Math.ceil(points.length / Math.floor(most / 3));
  const thinned: LinePoint[] = [];
  for (let start = 0; start < points.length; start += runLength) {
    const run = points.slice(start, start + runLength);
    thinned.push(...extremes(run).sort((left, right) => left.timeMs - right.timeMs));
  }
  return thinned;
}

function extremes(run: readonly LinePoint[]): LinePoint[] {
  let low: LinePoint | undefined;
  let high: LinePoint | undefined;
  let gap: LinePoint | undefined;
  for (const point of run) {
    if (point.value === null) gap = point;
    else {
      if (low === undefined || point.value < (low.value ?? 0)) low = point;
      if (high === undefined || point.value > (high.value ?? 0)) high = point;
    }
  }
  return [...new Set([low, high, gap])].filter((point) => point !== undefined);
}

/**
 * Returns a line of at most `most` points, each the mean of a run of points, at the middle of the run. For small pictures,
 * in which more points are a smear.
 */
export function averagePoints(points: readonly LinePoint[], most: number): readonly LinePoint[] {
  if (points.length <= most) return points;
  const runLength = Math.ceil(points.length / most);
  return Array.from({ length: Math.ceil(points.length / runLength) }, (_, at) => {
    const run = points.slice(at * runLength, (at + 1) * runLength);
    const values = run.flatMap(({ value }) => value ?? []);
    const timeMs = ((run[0]?.timeMs ?? 0) + (run.at(-1)?.timeMs ?? 0)) / 2;
    return {
      timeMs,
      value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    };
  });
}

/** Returns a line that is joined across single missing values: with little traffic, every other bucket may have none. */
export function joinSingleGaps(points: readonly LinePoint[]): readonly LinePoint[] {
  const isMissing = (index: number) => {
    const value = points[index]?.value ?? null;
    return value === null || !Number.isFinite(value);
  };
  return points.filter((_, index) => !isMissing(index) || isMissing(index - 1) || isMissing(index + 1));
}

/** Returns the unbroken runs of a line: nothing is drawn across missing values. */
export function lineRuns(points: readonly LinePoint[]): readonly (readonly { timeMs: number; value: number }[])[] {
  const runs: { timeMs: number; value: number }[][] = [[]];
  for (const { timeMs, value } of points) {
    if (value === null || !Number.isFinite(value)) runs.push([]);
    else runs.at(-1)?.push({ timeMs, value });
  }
  return runs.filter((run) => run.length > 0);
}

/** Returns the last point that has a value. */
export function lastPoint(points: readonly LinePoint[]): { timeMs: number; value: number } | null {
  return lineRuns(points).at(-1)?.at(-1) ?? null;
}

/**
 * Moves labels apart so that none covers another, each as near to its own position as possible.
 *
 * @param places in pixels, in any order; the result is in the same order
 */
export function separateLabels(places: readonly number[], gap: number, low: number, high: number): readonly number[] {
  const order = places.map((_, index) => index).sort((left, right) => (places[left] ?? 0) - (places[right] ?? 0));
  const spread: number[] = [...places];
  let floor = low;
  for (const index of order) {
    spread[index] = Math.max(floor, spread[index] ?? 0);
    floor = (spread[index] ?? 0) + gap;
  }
  let ceiling = high;
  for (const index of order.reverse()) {
    spread[index] = Math.min(ceiling, spread[index] ?? 0);
    ceiling = (spread[index] ?? 0) - gap;
  }
  return spread;
}
