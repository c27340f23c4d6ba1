"use client";

import { useContext, useId } from "react";
import { Plot, type PlotMargin } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { useTurn } from "@/components/chart/use-turn";
import { CrossDot, CrossRule } from "@/components/training/metrics/cross-rule";
import { CrosshairContext, useCrosshair } from "@/components/training/metrics/crosshair";
import { areaPath, gapPath } from "@/lib/training/series/gap-paths";
import { END_SIZE, lineEnds, missingMarks } from "@/lib/training/series/line-ends";
import type { RestartMark } from "@/lib/training/series/restart-mark";
import type { SeriesChart, SeriesLine } from "@/lib/training/series/series-chart";
import { valueAt } from "@/lib/training/series/value-at";

const MARGIN = { left: 50, right: 22 } as const;
/** Labels that are nearer than this many pixels would overlap. */
const LABEL_WIDTH = 56;

/** More labels of clipped values would hide the lines. */
const MAX_LABELS = 3;

type SeriesPlotProps = {
  chart: SeriesChart;
  isLog: boolean;
  restarts: readonly RestartMark[];
  /** A drag selected a range of x; null resets it. */
  onZoom: (range: readonly [number, number] | null) => void;
  margin?: PlotMargin;
  /** False where the chart below has the labels of x. */
  hasXLabels?: boolean;
};

/** The lines of runs over each other: the values behind each smoothed line, and gaps where values are missing. */
export function SeriesPlot(props: SeriesPlotProps) {
  const isDue = useTurn();
  if (!isDue) return null;
  return (
    <Plot
      x={props.chart.x}
      y={props.chart.y}
      yScale={props.isLog ? "log" : "linear"}
      margin={props.margin ?? MARGIN}
      hasXLabels={props.hasXLabels ?? true}
    >
      <Marks {...props} />
    </Plot>
  );
}

function Marks({ chart, restarts, onZoom }: SeriesPlotProps) {
  const geometry = usePlotGeometry();
  const crosshair = useContext(CrosshairContext);
  const clip = useId();
  if (!geometry) return null;
  const [from, to] = chart.x.domain;
  return (
    <PlotSurface
      geometry={geometry}
      onCrosshairMove={crosshair.move}
      onZoom={(range) => onZoom(range === null ? null : [range.from, range.to])}
    >
      <clipPath id={clip}>
        <rect x={geometry.left} y={geometry.top - 3} width={geometry.width + 4} height={geometry.height + 3} />
      </clipPath>
      <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round" strokeLinecap="round" pointerEvents="none">
        {restarts
          .filter(({ x }) => x >= from && x <= to)
          .map((mark) => (
            <Restart key={`${mark.id} ${mark.x}`} mark={mark} geometry={geometry} />
          ))}
        {chart.lines.map((line) => (
          <Line key={line.id} line={line} geometry={geometry} isOnly={chart.lines.length === 1} />
        ))}
      </g>
      <Missing lines={chart.lines} geometry={geometry} />
      <Ends lines={chart.lines} geometry={geometry} />
      <Clipped chart={chart} geometry={geometry} />
      <Cross lines={chart.lines} geometry={geometry} />
    </PlotSurface>
  );
}

/** The iteration at which the program began again from an earlier checkpoint. */
function Restart({ mark, geometry }: { mark: RestartMark; geometry: PlotGeometry }) {
  const { top, height } = geometry;
  const x = geometry.x(mark.x);
  return (
    <line x1={x} x2={x} y1={top} y2={top + height} stroke={mark.color} strokeDasharray="1 3">
      <title>{mark.text}</title>
    </line>
  );
}

function Line({ line, geometry, isOnly }: { line: SeriesLine; geometry: PlotGeometry; isOnly: boolean }) {
  const { xs, color, low, high, raw, bandLow, bandHigh } = line;
  return (
    <>
      {isOnly && bandLow && bandHigh ? (
        <path d={areaPath(xs, bandLow, bandHigh, geometry)} fill={color} style={{ opacity: "var(--chart-band)" }} />
      ) : null}
      {low && high ? (
        <path d={areaPath(xs, low, high, geometry)} fill={color} style={{ opacity: "var(--chart-band)" }} />
      ) : null}
      {raw ? <path d={gapPath(xs, raw, geometry)} stroke={color} style={{ opacity: "var(--chart-raw)" }} /> : null}
      <path d={gapPath(xs, line.line, geometry)} stroke={color} strokeWidth={1.75} />
    </>
  );
}

/** A cross where the values of a line go missing, such as NaN. */
function Missing({ lines, geometry }: { lines: readonly SeriesLine[]; geometry: PlotGeometry }) {
  const { top, height } = geometry;
  const marks = lines.flatMap((line) => missingMarks(line, geometry)).filter(({ y }) => y >= top && y <= top + height);
  return (
    <g pointerEvents="none" fill="none" stroke="var(--err)" strokeWidth={1.5} strokeLinecap="round">
      {marks.map(({ id, x, y }) => (
        <path key={`${id} ${x}`} d={`M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`}>
          <title>No value after this one</title>
        </path>
      ))}
    </g>
  );
}

/** The letters of several runs at the ends of their lines. */
function Ends({ lines, geometry }: { lines: readonly SeriesLine[]; geometry: PlotGeometry }) {
  const right = geometry.left + geometry.width;
  return (
    <g pointerEvents="none">
      {lineEnds(lines, geometry).map(({ id, letter, color, x, y }) => {
        const center = Math.min(x + END_SIZE / 2 + 2, right + END_SIZE / 2 + 4);
        return (
          <g key={id}>
            <circle cx={center} cy={y} r={END_SIZE / 2} fill={color} />
            <text x={center} y={y + 3} fontSize={9} fontWeight={500} textAnchor="middle" fill="var(--accent-on)">
              {letter}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Triangles at the edge for values beyond it, the most extreme of them with their values. */
function Clipped({ chart: { clipped, format }, geometry }: { chart: SeriesChart; geometry: PlotGeometry }) {
  const { top, height } = geometry;
  const labeled = new Set<SeriesChart["clipped"][number]>();
  for (const one of clipped.toSorted((left, right) => Math.abs(right.value) - Math.abs(left.value))) {
    const isFree = [...labeled].every((other) => Math.abs(geometry.x(other.x) - geometry.x(one.x)) > LABEL_WIDTH);
    if (isFree && labeled.size < MAX_LABELS) labeled.add(one);
  }
  return (
    <g pointerEvents="none">
      {clipped.map((one) => {
        const [x, y] = [geometry.x(one.x), one.isAbove ? top + 3 : top + height - 3];
        return (
          <g key={`${one.x} ${one.color}`} fill={one.color}>
            <path d={one.isAbove ? `M${x} ${y - 4}l3.5 6h-7z` : `M${x} ${y + 4}l3.5 -6h-7z`} />
            {labeled.has(one) ? (
              <text x={x + 6} y={one.isAbove ? y + 5 : y - 1} fontSize={11} fill="var(--ink-2)">
                {format(one.value)}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** Renders alone when the pointer moves. */
function Cross({ lines, geometry }: { lines: readonly SeriesLine[]; geometry: PlotGeometry }) {
  const { at } = useCrosshair();
  if (at === null) return null;
  const x = geometry.x(at);
  if (x < geometry.left || x > geometry.left + geometry.width + 1) return null;
  return (
    <g pointerEvents="none">
      <CrossRule x={Math.round(x) + 0.5} geometry={geometry} />
      {lines.map((line) => {
        const point = valueAt(line, at);
        return point === null ? null : (
          <CrossDot key={line.id} x={geometry.x(point.x)} y={geometry.y(point.value)} color={line.color} />
        );
      })}
    </g>
  );
}
