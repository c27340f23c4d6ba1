import type { PixelPoint } from "./pixel-points";

/** Positions of values in a chart, in pixels. */
export interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

const place = ({ x, y }: Scales, at: number, value: number) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;

/** Returns a line through the last value of each pixel. */
export function linePath(points: readonly PixelPoint[], scales: Scales): string {
  return points.length === 0 ? "" : `M${points.map(({ x, last }) => place(scales, x, last)).join("L")}`;
}

/** Returns a line through the lowest and the highest value of each pixel, so that each spike is visible. */
export function spanPath(points: readonly PixelPoint[], scales: Scales): string {
  const strokes = points.map(({ x, last, low, high }) =>
    low === high ? place(scales, x, last) : [low, high, last].map((value) => place(scales, x, value)).join("L"),
  );
  return strokes.length === 0 ? "" : `M${strokes.join("L")}`;
}

/** Returns the area between the lowest and the highest values. */
export function bandPath(points: readonly PixelPoint[], scales: Scales): string {
  const above = points.map(({ x, high }) => place(scales, x, high));
  const below = points.toReversed().map(({ x, low }) => place(scales, x, low));
  return `M${[...above, ...below].join("L")}Z`;
}
