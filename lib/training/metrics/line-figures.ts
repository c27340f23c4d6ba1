import type { ChartTable } from "@/lib/chart/chart-table";
import type { DyedLine } from "./metric-chart";

/** The label of a line. */
interface Named {
  readonly id: string;
  readonly label: string;
}

/** Returns lines as a table: a row for each x where a line has a value, a column for each line. */
export function lineFigures(lines: readonly DyedLine[], columns: readonly Named[], xLabel: string): ChartTable {
  return {
    head: [xLabel, ...columns.map(({ label }) => label)],
    get rows() {
      const rows = new Map<number, (number | null)[]>();
      for (const [column, { id }] of columns.entries()) {
        for (const { x, last } of lines.find(({ key }) => key === id)?.line.raw ?? []) {
          const row = rows.get(x) ?? columns.map(() => null);
          rows.set(x, row);
          row[column] = last;
        }
      }
      return [...rows].sort(([left], [right]) => left - right).map(([x, values]) => [x, ...values]);
    },
  };
}
