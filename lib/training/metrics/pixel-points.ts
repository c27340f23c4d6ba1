/** A line within one pixel: its last value, and its lowest and highest. */
export interface PixelPoint {
  readonly x: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
  /** True where values are missing before it: the line is interrupted. */
  readonly isAfterGap?: boolean;
}

/** Returns the index of the first of ascending `xs` that is at least `x`; their count if none is. */
export function lowerBound(xs: ArrayLike<number>, x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface PixelChoices {
  /** The visible range of x, after the shift. */
  readonly range: readonly [number, number];
  readonly pixelCount: number;
  /** The offset subtracted from each x. */
  readonly offset?: number;
  /** Omits values that a log scale cannot show. */
  readonly isLog?: boolean;
  /** True for a value before which others are missing. */
  readonly isAfterGap?: ((index: number) => boolean) | undefined;
}

/**
 * Reduces a line to at most one point per pixel, from all of its values: the minimum and maximum of a pixel are kept,
 * so no spike is lost. The values next to the range are kept, so that the line continues beyond its ends. Values that are
 * not numbers, missing ones, and those that a log scale cannot show, interrupt the line unless the gap is within one pixel.
 *
 * @param xs ascending, one for each of `values`
 */
export function pixelPoints(
  xs: ArrayLike<number>,
  values: ArrayLike<number>,
  { range, pixelCount, offset = 0, isLog = false, isAfterGap: isBroken }: PixelChoices,
): readonly PixelPoint[] {
  const [from, to] = [range[0] + offset, range[1] + offset];
  const begin = Math.max(0, lowerBound(xs, from) - 1);
  const end = Math.min(xs.length, lowerBound(xs, to) + 1);
  const width = (to - from) / Math.max(1, pixelCount);
  const isSparse = end - begin <= pixelCount || !(width > 0);
  const points: PixelPoint[] = [];
  let [pixel, x, last, low, high] = [Number.NaN, 0, 0, 0, 0];
  let [isMissing, isAfterGap] = [false, false];
  const push = () => points.push({ x: x - offset, last, low, high, ...(isAfterGap ? { isAfterGap } : {}) });
  for (let index = begin; index < end; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (!Number.isFinite(value) || (isLog && value <= 0)) {
      isMissing = true;
      continue;
    }
    if (isBroken?.(index)) isMissing = true;
    const here = xs[index] ?? 0;
    const at = isSparse ? index : Math.floor((here - from) / width);
    if (at === pixel) {
      if (value < low) low = value;
      if (value > high) high = value;
    } else {
      const isFirst = Number.isNaN(pixel);
      if (!isFirst) push();
      isAfterGap = isMissing && !isFirst;
      pixel = at;
      low = value;
      high = value;
    }
    isMissing = false;
    x = here;
    last = value;
  }
  if (!Number.isNaN(pixel)) push();
  return points;
}

/** Returns the index of the value nearest to `x`: charts report logged values, never interpolated ones. */
export function nearestIndex(xs: ArrayLike<number>, x: number): number {
  const after = lowerBound(xs, x);
  if (after === 0) return xs.length === 0 ? -1 : 0;
  if (after === xs.length) return xs.length - 1;
  return x - (xs[after - 1] ?? 0) <= (xs[after] ?? 0) - x ? after - 1 : after;
}
