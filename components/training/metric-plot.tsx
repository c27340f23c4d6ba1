"use client";

import { useContext, useId } from "react";
import { Plot } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type Geometry, useGeometry } from "@/components/chart/use-geometry";
import { CrosshairContext, useCrosshair } from "./crosshair";
import type { MetricChartModel } from "./prepare-metric-chart";
import { nearestIndex, type PixelPoint } from "./prepare-pixels";

type MetricPlotProps = {
  chart: MetricChartModel;
  color: string;
  isLog: boolean;
  /** A drag chose a part of x; null asks for all of it. */
  onZoom: (range: readonly [number, number] | null) => void;
  /** Each value is marked: for few of them, such as checkpoints. */
  hasDots?: boolean;
};

const MARGIN = { left: 46, right: 12 } as const;

/** One metric as a line: smoothed over its raw ghost, with the band of what a pixel hides, and the shared crosshair. */
export function MetricPlot(props: MetricPlotProps) {
  const { chart, isLog } = props;
  return (
    <Plot x={chart.x} y={chart.y} yScale={isLog ? "log" : "linear"} margin={MARGIN}>
      <Marks {...props} />
    </Plot>
  );
}

function Marks({ chart, color, onZoom, hasDots = false }: MetricPlotProps) {
  const geometry = useGeometry();
  const crosshair = useContext(CrosshairContext);
  const clip = useId();
  if (!geometry) return null;
  const isSmoothed = chart.smoothed !== chart.raw;
  const end = chart.smoothed.at(-1);
  return (
    <PlotSurface
      geometry={geometry}
      onCross={(x) => crosshair.move(x === null ? null : geometry.valueAt(geometry.x(x)))}
      onZoom={(range) => onZoom(range === null ? null : [range.fromMs, range.toMs])}
    >
      <clipPath id={clip}>
        <rect x={geometry.left} y={geometry.top - 4} width={geometry.width + 4} height={geometry.height + 4} />
      </clipPath>
      <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round" pointerEvents="none">
        {chart.isBucketed ? (
          <path d={bandPath(chart.raw, geometry)} fill={color} style={{ opacity: "var(--chart-band)" }} />
        ) : null}
        {isSmoothed ? (
          <path d={linePath(chart.raw, geometry)} stroke={color} style={{ opacity: "var(--chart-raw)" }} />
        ) : null}
        <path d={linePath(chart.smoothed, geometry)} stroke={color} strokeWidth={1.75} />
        {hasDots
          ? chart.smoothed.map(({ x, last }) => (
              <circle key={x} cx={geometry.x(x)} cy={geometry.y(last)} r="2.4" fill={color} />
            ))
          : null}
        {end ? <circle cx={geometry.x(end.x)} cy={geometry.y(end.last)} r="2.6" fill={color} /> : null}
      </g>
      <CrossMark chart={chart} geometry={geometry} color={color} />
    </PlotSurface>
  );
}

/** Stands on the nearest value that was logged; it alone is drawn again when the pointer moves. */
function CrossMark({ chart, geometry, color }: { chart: MetricChartModel; geometry: Geometry; color: string }) {
  const { at } = useCrosshair();
  const index = at === null ? -1 : nearestIndex(chart.xs, at);
  const [x, value] = [chart.xs[index], chart.smoothValues[index]];
  if (x === undefined || value === undefined) return null;
  const [cx, cy] = [Math.round(geometry.x(x)) + 0.5, geometry.y(value)];
  if (cx < geometry.left || cx > geometry.left + geometry.width + 1) return null;
  return (
    <g pointerEvents="none">
      <line
        x1={cx}
        x2={cx}
        y1={geometry.top}
        y2={geometry.top + geometry.height}
        stroke="var(--chart-cross)"
        strokeDasharray="2 3"
      />
      {Number.isFinite(cy) ? (
        <circle cx={cx} cy={cy} r="3.2" fill="var(--bg)" stroke={color} strokeWidth="1.75" />
      ) : null}
    </g>
  );
}

const place = (geometry: Geometry, x: number, value: number) =>
  `${geometry.x(x).toFixed(1)} ${geometry.y(value).toFixed(1)}`;

function linePath(points: readonly PixelPoint[], geometry: Geometry): string {
  return points.length === 0 ? "" : `M${points.map(({ x, last }) => place(geometry, x, last)).join("L")}`;
}

function bandPath(points: readonly PixelPoint[], geometry: Geometry): string {
  const above = points.map(({ x, high }) => place(geometry, x, high));
  const below = points.toReversed().map(({ x, low }) => place(geometry, x, low));
  return `M${[...above, ...below].join("L")}Z`;
}
