import type { PixelPoint } from "./pixel-points";

/** Positions of values in a chart, in pixels. */
export interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

const place = ({ x, y }: Scales, at: number, value: number) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;

/** Returns the stretches of points between gaps. */
function stretchesOf(points: readonly PixelPoint[]): readonly (readonly PixelPoint[])[] {
  const stretches: PixelPoint[][] = [];
  for (const point of points) {
    const last = stretches.at(-1);
    if (last === undefined || point.isAfterGap) stretches.push([point]);
    else last.push(point);
  }
  return stretches;
}

/** A circle around the current place. As a dot of a line's own width, the only value of a metric would not be seen. */
const CIRCLE = "m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0";

/** Returns a line through places; of a single one, between two gaps, a circle. */
export const strokePath = (places: readonly string[]): string =>
  places.length === 1 ? `M${places[0]}${CIRCLE}` : `M${places.join("L")}`;

/** Returns a line through the last value of each pixel, interrupted at gaps. */
export function linePath(points: readonly PixelPoint[], scales: Scales): string {
  return stretchesOf(points)
    .map((stretch) => strokePath(stretch.map(({ x, last }) => place(scales, x, last))))
    .join("");
}

/** Returns a line through the lowest and the highest value of each pixel, so that each spike is visible. */
export function spanPath(points: readonly PixelPoint[], scales: Scales): string {
  return stretchesOf(points)
    .map((stretch) =>
      strokePath(
        stretch.flatMap(({ x, last, low, high }) =>
          (low === high ? [last] : [low, high, last]).map((value) => place(scales, x, value)),
        ),
      ),
    )
    .join("");
}

/** Returns the area between the lowest and the highest values, interrupted at gaps. */
export function bandPath(points: readonly PixelPoint[], scales: Scales): string {
  return stretchesOf(points)
    .map((stretch) => {
      const above = stretch.map(({ x, high }) => place(scales, x, high));
      const below = stretch.toReversed().map(({ x, low }) => place(scales, x, low));
      return `M${[...above, ...below].join("L")}Z`;
    })
    .join("");
}
