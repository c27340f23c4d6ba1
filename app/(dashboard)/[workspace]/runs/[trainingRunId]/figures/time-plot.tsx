import { useContext } from "react";
import { Plot } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { useTurn } from "@/components/chart/use-turn";
import { CrosshairContext } from "@/components/training/metrics/crosshair";
import type { TimeChart, TimeColumn } from "@/lib/training/runs/time-chart";
import { ColumnRule } from "./column-rule";

const MARGIN = { left: 54, right: 20 } as const;
/** The width of a single iteration would fill the page. */
const MAX_COLUMN_PX = 40;

/** A column of phases for each stretch of iterations. */
export function TimePlot({ chart }: { chart: TimeChart }) {
  const isDue = useTurn();
  if (!isDue) return null;
  return (
    <Plot x={chart.x} y={chart.y} margin={MARGIN}>
      <Marks columns={chart.columns} />
    </Plot>
  );
}

function Marks({ columns }: { columns: readonly TimeColumn[] }) {
  const geometry = usePlotGeometry();
  const crosshair = useContext(CrosshairContext);
  if (!geometry) return null;
  return (
    <PlotSurface geometry={geometry} onCrosshairMove={crosshair.move} onZoom={() => undefined}>
      <g pointerEvents="none">
        {columns.map((column) => (
          <Column key={column.from} column={column} geometry={geometry} />
        ))}
      </g>
      <ColumnRule geometry={geometry} />
    </PlotSurface>
  );
}

function Column({ column: { from, to, segments }, geometry }: { column: TimeColumn; geometry: PlotGeometry }) {
  const left = geometry.x(from - 0.5);
  const span = geometry.x(to + 0.5) - left;
  const width = Math.max(1, Math.min(MAX_COLUMN_PX, span > 3 ? span - 1 : span));
  return segments.map(({ phase, color, from: bottom, to: top }) => (
    <rect
      key={phase}
      x={left + (span - width) / 2}
      y={geometry.y(top)}
      width={width}
      height={Math.max(0.5, geometry.y(bottom) - geometry.y(top))}
      fill={color}
    />
  ));
}
