"use client";

import { Plot } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { CrossRule } from "@/components/training/metrics/cross-rule";
import { separateLabels } from "@/lib/chart/line-points";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import type { RunCurves, RunLine, RunPoint } from "./prepare-run-curves";

type RunCurvesPlotProps = {
  curves: RunCurves;
  /** The run whose row the cursor is on: its knot is ringed, and its line has the intervals. */
  cursorId: string | null;
  /** A position of the axis that the pointer is at. */
  at: number | null;
  onAt: (at: number | null) => void;
  onChosen: (runId: string) => void;
  /** False where there is no space for names at the ends of the lines. */
  hasNames: boolean;
};

const NAMES_PX = 148;
const NAME_LENGTH = 17;
const LABEL_GAP_PX = 13;
const KNOT_RADIUS = 2.8;
/** A knot is small: this much around it can be pressed. */
const TARGET_RADIUS = 9;

/** Lines of evaluated checkpoints: knots are runs, hollow while they run, ringed where they are the best of their line. */
export function RunCurvesPlot(props: RunCurvesPlotProps) {
  const { curves, hasNames } = props;
  return (
    <Plot x={curves.x} y={curves.y} margin={{ left: 54, right: hasNames ? NAMES_PX : 20 }}>
      <Marks {...props} />
    </Plot>
  );
}

function Marks({ curves, cursorId, at, onAt, onChosen, hasNames }: RunCurvesPlotProps) {
  const geometry = usePlotGeometry();
  if (!geometry) return null;
  const { lines, levels } = curves;
  const isCursor = ({ runId }: RunPoint) => runId === cursorId;
  const focused = lines.find(({ points }) => points.some(isCursor)) ?? lines[0];
  const cursor = focused?.points.find(isCursor);
  return (
    <PlotSurface
      geometry={geometry}
      onCrosshairMove={(x) => onAt(x === null ? null : geometry.valueAt(geometry.x(x)))}
      onZoom={() => undefined}
    >
      <g fill="none" strokeLinejoin="round" pointerEvents="none">
        {focused ? <Band line={focused} geometry={geometry} /> : null}
        {levels.map(({ runId, value }) => (
          <path
            key={runId}
            d={`M${geometry.left} ${geometry.y(value)}H${geometry.left + geometry.width}`}
            stroke="var(--ink-3)"
            strokeDasharray="3 3"
          />
        ))}
        {at === null ? null : <CrossRule x={Math.round(geometry.x(at)) + 0.5} geometry={geometry} />}
        {cursor ? <CrossRule x={Math.round(geometry.x(cursor.x)) + 0.5} geometry={geometry} /> : null}
        {lines.map((line) => (
          <Line key={line.key} line={line} geometry={geometry} isWide={line === focused} cursorId={cursorId} />
        ))}
      </g>
      {hasNames ? <Names curves={curves} geometry={geometry} /> : null}
      {lines.flatMap(({ points }) =>
        points.map(({ runId, x, value }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the row of the run is the control for keys
          <circle
            key={runId}
            cx={geometry.x(x)}
            cy={geometry.y(value)}
            r={TARGET_RADIUS}
            fill="transparent"
            className="cursor-pointer"
            onClick={() => onChosen(runId)}
          />
        )),
      )}
    </PlotSurface>
  );
}

type LineProps = { line: RunLine; geometry: PlotGeometry };

function Line({ line, geometry, isWide, cursorId }: LineProps & { isWide: boolean; cursorId: string | null }) {
  const { points, color } = line;
  const place = ({ x, value }: RunPoint) => `${geometry.x(x).toFixed(1)} ${geometry.y(value).toFixed(1)}`;
  return (
    <>
      {points.length > 1 ? (
        <path d={`M${points.map(place).join("L")}`} stroke={color} strokeWidth={isWide ? 2 : 1.4} />
      ) : null}
      {points.map((point) => {
        const [cx, cy] = [geometry.x(point.x), geometry.y(point.value)];
        return (
          <g key={point.runId} stroke={color}>
            {point.isBest ? <circle cx={cx} cy={cy} r="5.4" /> : null}
            {point.runId === cursorId ? (
              <circle cx={cx} cy={cy} r="8" stroke="var(--accent)" strokeWidth="1.5" />
            ) : null}
            <circle cx={cx} cy={cy} r={KNOT_RADIUS} strokeWidth="1.4" fill={point.isRunning ? "var(--bg)" : color} />
          </g>
        );
      })}
    </>
  );
}

/** The intervals of a line: a whisker at each knot, and a band where neighbours have one too. */
function Band({ line: { points, color }, geometry }: LineProps) {
  const ranged = points.flatMap(({ runId, x, low, high }) =>
    low === null || high === null ? [] : [{ runId, x: geometry.x(x), low: geometry.y(low), high: geometry.y(high) }],
  );
  const edge = (side: "low" | "high") => ranged.map((one) => `${one.x.toFixed(1)} ${one[side].toFixed(1)}`);
  return (
    <>
      {ranged.length === points.length && ranged.length > 1 ? (
        <path
          d={`M${[...edge("high"), ...edge("low").reverse()].join("L")}Z`}
          fill={color}
          style={{ opacity: "var(--chart-band)" }}
        />
      ) : null}
      {ranged.map(({ runId, x, low, high }) => (
        <path key={runId} d={`M${x} ${low}V${high}`} stroke={color} style={{ opacity: "var(--chart-raw)" }} />
      ))}
    </>
  );
}

/** Names with their last value at the ends of lines and levels. */
function Names({ curves: { lines, levels }, geometry }: { curves: RunCurves; geometry: PlotGeometry }) {
  const named = [
    ...lines.flatMap(({ key, label, points }) => {
      const last = points.at(-1);
      return last === undefined ? [] : [{ key, label, value: last.value }];
    }),
    ...levels.map(({ runId, label, value }) => ({ key: runId, label, value })),
  ];
  const places = separateLabels(
    named.map(({ value }) => geometry.y(value)),
    LABEL_GAP_PX,
    geometry.top + 4,
    geometry.top + geometry.height - 4,
  );
  return named.map(({ key, label, value }, index) => (
    <text
      key={key}
      x={geometry.left + geometry.width + 8}
      y={(places[index] ?? 0) + 4}
      fill="var(--ink-2)"
      fontSize={11}
      pointerEvents="none"
    >
      {label.length > NAME_LENGTH ? `${label.slice(0, NAME_LENGTH - 1)}…` : label} {formatScore(value)}
    </text>
  ));
}
