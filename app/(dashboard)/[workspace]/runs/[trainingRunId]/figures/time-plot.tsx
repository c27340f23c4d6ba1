import type { TimeChart, TimeColumn } from "@/lib/training/runs/time-chart";
import { ColumnPlot } from "./column-plot";

/** A column of phases for each stretch of iterations. */
export function TimePlot({ chart }: { chart: TimeChart }) {
  return <ColumnPlot x={chart.x} y={chart.y} columns={chart.columns} partsOf={phasesOf} />;
}

const phasesOf = ({ segments }: TimeColumn) =>
  segments.map(({ phase, color, from, to }) => ({ key: phase, fill: color, from, to }));
