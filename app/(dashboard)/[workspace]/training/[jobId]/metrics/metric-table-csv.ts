import type { ChartTable } from "@/lib/chart/chart-table";
import type { MetricTable } from "@/lib/training/metrics/metric-table";

/** Returns every number of a job as it was logged: a row for each event, a column for each path. */
export function metricFigures(table: MetricTable): ChartTable {
  const { series } = table;
  const rows: (string | number | null)[][] = Array.from(table.steps, (step, row) => {
    const timeMs = table.timesMs[row];
    const time = table.hasTimes && timeMs !== undefined ? new Date(timeMs).toISOString() : null;
    return [step, time, ...series.map(() => null)];
  });
  for (const [column, { rows: at, values }] of series.entries()) {
    for (const [index, row] of at.entries()) {
      const target = rows[row];
      if (target) target[column + 2] = values[index] ?? null;
    }
  }
  return { head: ["step", "time", ...series.map(({ path }) => path)], rows };
}
