"use client";

import type { ReactNode } from "react";
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts";
import type { Axis } from "@/lib/chart/ticks";

/** Margins for the axis labels, and at the right for labels at line ends. */
export interface PlotMargin {
  readonly left: number;
  readonly right: number;
}

type PlotProps = {
  x: Axis;
  y: Axis;
  xScale?: "linear" | "log";
  yScale?: "linear" | "log";
  margin?: PlotMargin;
  /** Only scatter plots have vertical lines. */
  hasVerticalGrid?: boolean;
  /** False where the chart below has the labels of x. */
  hasXLabels?: boolean;
  /** Marks in the coordinates of the Recharts hooks. */
  children: ReactNode;
};

const TOP = 8;
const BOTTOM = 24;
/** Of a plot without labels of x. */
const BOTTOM_ALONE = 4;
const SIDE_MARGIN_PX = { left: 52, right: 14 } as const;

const label = { fill: "var(--chart-text)", fontSize: 11 } as const;

function labelOf({ ticks }: Axis) {
  const labels = new Map(ticks.map((tick) => [tick.value, tick.label]));
  return (value: number) => labels.get(value) ?? "";
}

/** Axes, grid and coordinates of a chart: hairlines, no frame, one baseline. The marks are its children. */
export function Plot({ x, y, xScale = "linear", yScale = "linear", margin = SIDE_MARGIN_PX, ...rest }: PlotProps) {
  const { hasXLabels = true } = rest;
  return (
    <ComposedChart
      responsive
      accessibilityLayer={false}
      // Recharts scales an axis only over data; the children draw the marks.
      data={x.domain.map((value) => ({ x: value }))}
      margin={{ top: TOP, right: margin.right, bottom: 0, left: 0 }}
      style={{ position: "absolute", inset: 0, width: "100%", height: "100%" }}
    >
      <CartesianGrid vertical={rest.hasVerticalGrid ?? false} syncWithTicks stroke="var(--chart-grid)" />
      <XAxis
        dataKey="x"
        type="number"
        scale={xScale}
        domain={[...x.domain]}
        allowDataOverflow
        ticks={x.ticks.map(({ value }) => value)}
        tickFormatter={labelOf(x)}
        interval="preserveStart"
        minTickGap={12}
        height={hasXLabels ? BOTTOM : BOTTOM_ALONE}
        tickLine={false}
        tickMargin={8}
        tick={hasXLabels ? label : false}
        axisLine={{ stroke: "var(--chart-axis)" }}
      />
      <YAxis
        type="number"
        scale={yScale}
        domain={[...y.domain]}
        allowDataOverflow
        ticks={y.ticks.map(({ value }) => value)}
        tickFormatter={labelOf(y)}
        interval={0}
        width={margin.left}
        tickLine={false}
        tickMargin={6}
        tick={label}
        axisLine={false}
      />
      {rest.children}
    </ComposedChart>
  );
}
