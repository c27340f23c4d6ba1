"use client";

import { useContext } from "react";
import { Plot } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { useTurn } from "@/components/chart/use-turn";
import { CrossDot, CrossRule } from "@/components/training/metrics/cross-rule";
import { CrosshairContext, useCrosshair } from "@/components/training/metrics/crosshair";
import type { Curve, CurvePoint } from "@/lib/training/curves/curve";
import { nearestIndex } from "@/lib/training/metrics/pixel-points";

/** Labels of five characters begin at the edge of the pane's content. */
const MARGIN = { left: 54, right: 20 } as const;
const KNOT_RADIUS = 2.6;

type CurvePlotProps = { curve: Curve; color: string };

/** A curve with its intervals: knots are checkpoints, hollow where there is no value yet, ringed where it is the best. */
export function CurvePlot({ curve, color }: CurvePlotProps) {
  const isDue = useTurn();
  if (!isDue) return null;
  return (
    <Plot x={curve.x} y={curve.y} margin={MARGIN}>
      <Marks curve={curve} color={color} />
    </Plot>
  );
}

function Marks({ curve, color }: CurvePlotProps) {
  const geometry = usePlotGeometry();
  const crosshair = useContext(CrosshairContext);
  if (!geometry) return null;
  const { points, open } = curve;
  const at = (x: number, value: number) => `${geometry.x(x).toFixed(1)} ${geometry.y(value).toFixed(1)}`;
  return (
    <PlotSurface
      geometry={geometry}
      onCrosshairMove={(x) => crosshair.move(x === null ? null : geometry.valueAt(geometry.x(x)))}
      onZoom={() => undefined}
    >
      <g fill="none" strokeLinejoin="round" pointerEvents="none">
        <Band points={points} color={color} geometry={geometry} />
        {points.length > 1 ? (
          <path d={`M${points.map(({ x, value }) => at(x, value)).join("L")}`} stroke={color} strokeWidth={1.75} />
        ) : null}
        {points.map(({ step, x, value, isBest }) => (
          <g key={step}>
            {isBest ? <circle cx={geometry.x(x)} cy={geometry.y(value)} r="5.4" stroke={color} /> : null}
            <circle cx={geometry.x(x)} cy={geometry.y(value)} r={KNOT_RADIUS} fill={color} />
          </g>
        ))}
        {open.map(({ step, x, value, isRunning }) => (
          <circle
            key={step}
            cx={geometry.x(x)}
            cy={value === null ? geometry.top + geometry.height - 4 : geometry.y(value)}
            r={KNOT_RADIUS}
            fill="var(--bg)"
            stroke={isRunning ? "var(--run)" : color}
            strokeWidth="1.4"
          />
        ))}
      </g>
      <CrossMark points={points} color={color} geometry={geometry} />
    </PlotSurface>
  );
}

type MarkProps = { points: readonly CurvePoint[]; color: string; geometry: PlotGeometry };

/** The intervals: a whisker at each checkpoint, and a band where neighbours have one too. */
function Band({ points, color, geometry }: MarkProps) {
  const ranged = points.flatMap(({ step, x, low, high }) =>
    low === null || high === null ? [] : [{ step, x: geometry.x(x), low: geometry.y(low), high: geometry.y(high) }],
  );
  if (ranged.length === 0) return null;
  const isWhole = ranged.length === points.length && ranged.length > 1;
  const edge = (side: "low" | "high") => ranged.map((one) => `${one.x.toFixed(1)} ${one[side].toFixed(1)}`);
  return (
    <>
      {isWhole ? (
        <path
          d={`M${[...edge("high"), ...edge("low").reverse()].join("L")}Z`}
          fill={color}
          style={{ opacity: "var(--chart-band)" }}
        />
      ) : null}
      {ranged.map(({ step, x, low, high }) => (
        <path key={step} d={`M${x} ${low}V${high}`} stroke={color} style={{ opacity: "var(--chart-raw)" }} />
      ))}
    </>
  );
}

/** Renders alone when the pointer moves. */
function CrossMark({ points, color, geometry }: MarkProps) {
  const { at } = useCrosshair();
  const point =
    at === null
      ? undefined
      : points[
          nearestIndex(
            points.map(({ x }) => x),
            at,
          )
        ];
  if (!point) return null;
  const x = Math.round(geometry.x(point.x)) + 0.5;
  return (
    <g pointerEvents="none">
      <CrossRule x={x} geometry={geometry} />
      <CrossDot x={x} y={geometry.y(point.value)} color={color} />
    </g>
  );
}
