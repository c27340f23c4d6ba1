import { type Scales, strokePath } from "@/lib/training/metrics/line-paths";

type Values = readonly (number | null)[];

const place = ({ x, y }: Scales, at: number, value: number) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`;

/** Returns the runs of points between gaps. */
function partsOf(xs: readonly number[], values: Values): (readonly [x: number, value: number])[][] {
  const parts: [number, number][][] = [[]];
  for (const [at, x] of xs.entries()) {
    const value = values[at] ?? null;
    if (value === null) parts.push([]);
    else parts.at(-1)?.push([x, value]);
  }
  return parts.filter(({ length }) => length > 0);
}

/** Returns a line that is interrupted where values are missing. A point between two gaps is a circle. */
export function gapPath(xs: readonly number[], values: Values, scales: Scales): string {
  return partsOf(xs, values)
    .map((part) => strokePath(part.map(([x, value]) => place(scales, x, value))))
    .join("");
}

/** Returns the area between two edges, interrupted where one of them is missing. */
export function areaPath(xs: readonly number[], low: Values, high: Values, scales: Scales): string {
  const known = low.map((value, at) => (value === null || (high[at] ?? null) === null ? null : at));
  return partsOf(xs, known)
    .map((part) => {
      const edge = (values: Values) => part.map(([x, at]) => place(scales, x, values[at] ?? 0));
      return `M${[...edge(high), ...edge(low).reverse()].join("L")}Z`;
    })
    .join("");
}
