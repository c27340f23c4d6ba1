import { useContext } from "react";
import { Plot } from "@/components/chart/plot";
import { PlotSurface } from "@/components/chart/plot-surface";
import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { useTurn } from "@/components/chart/use-turn";
import { CrosshairContext } from "@/components/training/metrics/crosshair";
import type { StalenessChart, StalenessColumn } from "@/lib/training/runs/staleness-chart";
import { ColumnRule } from "./column-rule";
import { heatOpacity } from "./heat-opacity";

const MARGIN = { left: 54, right: 20 } as const;
/** The width of a single iteration would fill the page. */
const MAX_COLUMN_PX = 40;

/** A column of cells for each stretch of iterations, the darker the more of its rollouts have that lag. */
export function StalenessPlot({ chart }: { chart: StalenessChart }) {
  const isDue = useTurn();
  if (!isDue) return null;
  return (
    <Plot x={chart.x} y={chart.y} margin={MARGIN}>
      <Marks columns={chart.columns} />
    </Plot>
  );
}

function Marks({ columns }: { columns: readonly StalenessColumn[] }) {
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

function Column({ column: { from, to, cells }, geometry }: { column: StalenessColumn; geometry: PlotGeometry }) {
  const left = geometry.x(from - 0.5);
  const span = geometry.x(to + 0.5) - left;
  const width = Math.max(1, Math.min(MAX_COLUMN_PX, span > 3 ? span - 1 : span));
  return cells.map(({ band, share }) => {
    const top = geometry.y(0.5 - band);
    return (
      <rect
        key={band}
        x={left + (span - width) / 2}
        y={top}
        width={width}
        height={Math.max(1, geometry.y(-0.5 - band) - top - 1)}
        fill="var(--dye-indigo)"
        fillOpacity={heatOpacity(share)}
      />
    );
  });
}
