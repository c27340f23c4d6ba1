/** What a line does within one pixel: where it leaves it, and how low and high it went inside. */
export interface PixelPoint {
  readonly x: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
}

/** Index of the first of rising `xs` that is at least `x`; their count where none is. */
export function firstAtLeast(xs: readonly number[], x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A line as at most one point for each pixel, out of all of its values: the smallest and largest of a pixel stay, so no
 * spike is lost. The values beside the range are kept, so that the line runs on over its ends.
 *
 * @param xs rising, one for each of `values`
 * @param range of x that is drawn
 */
export function pixelPoints(
  xs: readonly number[],
  values: readonly number[],
  range: readonly [number, number],
  pixelCount: number,
): readonly PixelPoint[] {
  const [from, to] = range;
  const begin = Math.max(0, firstAtLeast(xs, from) - 1);
  const end = Math.min(xs.length, firstAtLeast(xs, to) + 1);
  const width = (to - from) / Math.max(1, pixelCount);
  const isSparse = end - begin <= pixelCount || !(width > 0);
  const points: PixelPoint[] = [];
  let pixel = Number.NaN;
  let low = 0;
  let high = 0;
  for (let index = begin; index < end; index += 1) {
    const [x, value] = [xs[index] ?? 0, values[index] ?? Number.NaN];
    if (!Number.isFinite(value)) continue;
    const at = isSparse ? index : Math.floor((x - from) / width);
    const isSame = at === pixel;
    [low, high] = isSame ? [Math.min(low, value), Math.max(high, value)] : [value, value];
    const point = { x, last: value, low, high };
    if (isSame) points[points.length - 1] = point;
    else points.push(point);
    pixel = at;
  }
  return points;
}

/** Index of the value nearest to `x`: charts answer with what was logged, never with what lies between. */
export function nearestIndex(xs: readonly number[], x: number): number {
  const after = firstAtLeast(xs, x);
  if (after === 0) return xs.length === 0 ? -1 : 0;
  if (after === xs.length) return xs.length - 1;
  return x - (xs[after - 1] ?? 0) <= (xs[after] ?? 0) - x ? after - 1 : after;
}
