import { useContext } from "react";
import { Plot } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { useTurn } from "@/components/chart/use-turn";
import { CrosshairContext } from "@/components/training/metrics/crosshair";
import type { Axis } from "@/lib/chart/ticks";
import { ColumnRule } from "./column-rule";

/** A part of a column, in values of the vertical axis. */
interface ColumnPart {
  readonly key: string | number;
  readonly from: number;
  readonly to: number;
  readonly fill: string;
  readonly opacity?: number;
}

/** A stretch of iterations, both included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

type ColumnPlotProps<Column extends Stretch> = {
  x: Axis;
  y: Axis;
  columns: readonly Column[];
  partsOf: (column: Column) => readonly ColumnPart[];
  /** Between parts that lie on one another. */
  gapPx?: number;
};

const MARGIN = { left: 54, right: 20 } as const;
/** The width of a single iteration would fill the page. */
const MAX_COLUMN_PX = 40;
const MIN_PART_PX = 0.5;

/** A column of parts for each stretch of iterations, with the crosshair that the charts of a run share. */
export function ColumnPlot<Column extends Stretch>({ x, y, ...marks }: ColumnPlotProps<Column>) {
  const isDue = useTurn();
  if (!isDue) return null;
  return (
    <Plot x={x} y={y} margin={MARGIN}>
      <Marks {...marks} />
    </Plot>
  );
}

type MarksProps<Column extends Stretch> = Omit<ColumnPlotProps<Column>, "x" | "y">;

function Marks<Column extends Stretch>({ columns, partsOf, gapPx = 0 }: MarksProps<Column>) {
  const geometry = usePlotGeometry();
  const crosshair = useContext(CrosshairContext);
  if (!geometry) return null;
  return (
    <PlotSurface geometry={geometry} onCrosshairMove={crosshair.move} onZoom={() => undefined}>
      <g pointerEvents="none">
        {columns.map((column) => (
          <Parts key={column.from} stretch={column} parts={partsOf(column)} gapPx={gapPx} geometry={geometry} />
        ))}
      </g>
      <ColumnRule geometry={geometry} />
    </PlotSurface>
  );
}

type PartsProps = { stretch: Stretch; parts: readonly ColumnPart[]; gapPx: number; geometry: PlotGeometry };

function Parts({ stretch, parts, gapPx, geometry }: PartsProps) {
  const left = geometry.x(stretch.from - 0.5);
  const span = geometry.x(stretch.to + 0.5) - left;
  const width = Math.max(1, Math.min(MAX_COLUMN_PX, span > 3 ? span - 1 : span));
  return parts.map(({ key, from, to, fill, opacity }) => (
    <rect
      key={key}
      x={left + (span - width) / 2}
      y={geometry.y(to)}
      width={width}
      height={Math.max(MIN_PART_PX, geometry.y(from) - geometry.y(to) - gapPx)}
      fill={fill}
      fillOpacity={opacity}
    />
  ));
}
