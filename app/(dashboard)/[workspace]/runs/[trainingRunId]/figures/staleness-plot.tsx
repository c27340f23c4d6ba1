import type { StalenessChart, StalenessColumn } from "@/lib/training/runs/staleness-chart";
import { ColumnPlot } from "./column-plot";
import { heatOpacity } from "./heat-opacity";

/** A column of cells for each stretch of iterations, the darker the more of its rollouts have that lag. */
export function StalenessPlot({ chart }: { chart: StalenessChart }) {
  return <ColumnPlot x={chart.x} y={chart.y} columns={chart.columns} partsOf={cellsOf} gapPx={1} />;
}

const cellsOf = ({ cells }: StalenessColumn) =>
  cells.map(({ band, share }) => ({
    ...{ key: band, from: -0.5 - band, to: 0.5 - band },
    ...{ fill: "var(--dye-indigo)", opacity: heatOpacity(share) },
  }));
