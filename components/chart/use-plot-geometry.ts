"use client";

import { usePlotArea, useXAxisInverseScale, useXAxisScale, useYAxisScale } from "recharts";

/** Pixel positions of values inside the plot. */
export interface PlotGeometry {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly valueAt: (x: number) => number;
}

/** The coordinates of the surrounding plot; null until it has a size. */
export function usePlotGeometry(): PlotGeometry | null {
  const area = usePlotArea();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const inverse = useXAxisInverseScale();
  if (!area || !xScale || !yScale || !inverse || area.width <= 0 || area.height <= 0) return null;
  return {
    left: area.x,
    top: area.y,
    width: area.width,
    height: area.height,
    x: (value) => xScale(value) ?? area.x,
    y: (value) => {
      const at = yScale(value) ?? Number.NaN;
      // A log axis has no place for zero.
      return Number.isFinite(at) ? at : area.y + area.height;
    },
    valueAt: (x) => Number(inverse(x)),
  };
}
