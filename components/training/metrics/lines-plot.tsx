"use client";

import { useContext, useId } from "react";
import { Plot } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { useTurn } from "@/components/chart/use-turn";
import type { Axis } from "@/lib/chart/ticks";
import { type ChartNotes, NO_NOTES } from "@/lib/training/metrics/chart-notes";
import { bandPath, linePath, spanPath } from "@/lib/training/metrics/line-paths";
import type { DyedLine } from "@/lib/training/metrics/metric-chart";
import { nearestIndex } from "@/lib/training/metrics/pixel-points";
import { CrossDot, CrossRule } from "./cross-rule";
import { CrosshairContext, useCrosshair } from "./crosshair";
import { NamedPoint, NotableMarks, RuleLines, SelectedRange, SpreadBand } from "./plot-notes";

type LinesPlotProps = {
  x: Axis;
  y: Axis;
  lines: readonly DyedLine[];
  isLog: boolean;
  /** A drag selected a range of x; null resets it. */
  onZoom: (range: readonly [number, number] | null) => void;
  /** Marks each value: for few values, such as checkpoints. */
  hasDots?: boolean;
  /** Spread, levels and notable values around the lines. */
  notes?: ChartNotes;
};

/** True if labels are shown in full at both ends. */
const MARGIN = { left: 50, right: 22 } as const;

/**
 * Overlaid lines: each smoothed over its faint raw line, with the band of values merged into a pixel, and the
 * crosshair.
 */
export function LinesPlot(props: LinesPlotProps) {
  const isDue = useTurn();
  if (!isDue) return null;
  return (
    <Plot x={props.x} y={props.y} yScale={props.isLog ? "log" : "linear"} margin={MARGIN}>
      <Marks {...props} />
    </Plot>
  );
}

function Marks({ lines, onZoom, hasDots = false, notes = NO_NOTES }: LinesPlotProps) {
  const geometry = usePlotGeometry();
  const crosshair = useContext(CrosshairContext);
  const clip = useId();
  if (!geometry) return null;
  return (
    <PlotSurface
      geometry={geometry}
      onCrosshairMove={(x) => crosshair.move(x === null ? null : geometry.valueAt(geometry.x(x)))}
      onZoom={(range) => onZoom(range === null ? null : [range.from, range.to])}
    >
      <clipPath id={clip}>
        <rect x={geometry.left} y={geometry.top - 4} width={geometry.width + 4} height={geometry.height + 4} />
      </clipPath>
      <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round" strokeLinecap="round" pointerEvents="none">
        {lines.slice(0, 1).map(({ key, color }) => (
          <SpreadBand key={key} notes={notes} geometry={geometry} color={color} />
        ))}
        {lines.map(({ key, color, line }) => (
          <LineMarks key={key} line={line} color={color} geometry={geometry} hasDots={hasDots} />
        ))}
      </g>
      <SelectedRange notes={notes} geometry={geometry} />
      <RuleLines notes={notes} geometry={geometry} />
      <NamedPoint notes={notes} geometry={geometry} color={lines[0]?.color ?? "var(--ink)"} />
      <NotableMarks notes={notes} geometry={geometry} />
      <CrossMarks lines={lines} geometry={geometry} />
    </PlotSurface>
  );
}

type LineMarksProps = Omit<DyedLine, "key"> & { geometry: PlotGeometry; hasDots: boolean };

function LineMarks({ line, color, geometry, hasDots }: LineMarksProps) {
  const { raw, smoothed, isBucketed } = line;
  const end = smoothed.at(-1);
  return (
    <>
      {isBucketed ? <path d={bandPath(raw, geometry)} fill={color} style={{ opacity: "var(--chart-band)" }} /> : null}
      {smoothed !== raw || isBucketed ? (
        <path d={spanPath(raw, geometry)} stroke={color} style={{ opacity: "var(--chart-raw)" }} />
      ) : null}
      <path d={linePath(smoothed, geometry)} stroke={color} strokeWidth={1.75} />
      {hasDots
        ? smoothed.map(({ x, last }) => (
            <circle key={x} cx={geometry.x(x)} cy={geometry.y(last)} r="2.4" fill={color} />
          ))
        : null}
      {end ? <circle cx={geometry.x(end.x)} cy={geometry.y(end.last)} r="2.6" fill={color} /> : null}
    </>
  );
}

/** Placed at the nearest logged values; it alone renders again when the pointer moves. */
function CrossMarks({ lines, geometry }: { lines: readonly DyedLine[]; geometry: PlotGeometry }) {
  const { at } = useCrosshair();
  if (at === null) return null;
  const marks = lines.flatMap(({ key, color, line }) => {
    const index = nearestIndex(line.xs, at + line.offset);
    const [x, value] = [line.xs[index], line.smoothValues[index]];
    if (x === undefined || value === undefined) return [];
    const [cx, cy] = [Math.round(geometry.x(x - line.offset)) + 0.5, geometry.y(value)];
    return cx < geometry.left || cx > geometry.left + geometry.width + 1 ? [] : [{ key, color, cx, cy }];
  });
  // Each job logged at its own steps: with several lines the crosshair is where the page points.
  const [only] = marks;
  if (!only) return null;
  const crossX = lines.length === 1 ? only.cx : Math.round(geometry.x(at)) + 0.5;
  return (
    <g pointerEvents="none">
      <CrossRule x={crossX} geometry={geometry} />
      {marks.map(({ key, color, cx, cy }) =>
        Number.isFinite(cy) ? <CrossDot key={key} x={cx} y={cy} color={color} /> : null,
      )}
    </g>
  );
}
