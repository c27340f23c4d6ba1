import { ScrollRegion } from "@/components/ui/scroll-region";
import type { ChartTable } from "@/lib/chart/chart-table";
import { MISSING } from "@/lib/format/missing";
import { classNames } from "@/lib/style/class-names";

const CELL_CLASS = "h-(--row-h-compact) border-b border-line px-2 whitespace-nowrap first:pl-4 last:pr-4";

/** The values of a chart as a table. */
export function ChartTableView({ title, table }: { title: string; table: ChartTable }) {
  return (
    <ScrollRegion aria-label={`${title}, table`} className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]">
      <table className="w-full border-separate border-spacing-0 text-small">
        <thead>
          <tr>
            {table.head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={classNames(
                  CELL_CLASS,
                  "sticky top-0 bg-sunken text-micro font-medium text-ink-3",
                  index === 0 ? "text-left" : "text-right",
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={String(row[0])}>
              {row.map((value, index) => (
                <td key={table.head[index]} className={classNames(CELL_CLASS, index > 0 && "text-right")}>
                  {value === null ? MISSING : typeof value === "number" ? value.toLocaleString("en-US") : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
