import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { GroupMap } from "./prepare-group-map";

const MAX_BAR_PX = 10;

/** The spread of each group below its trajectories; hatched if the group has no signal. */
export function GroupSpreadRow({ columns, rows }: GroupMap) {
  // Every trajectory of a group has the spread of the group.
  const cells = columns.map(
    (_, index) => rows.map(({ cells: row }) => row[index]).find((cell) => cell != null) ?? null,
  );
  const most = Math.max(...cells.map((cell) => cell?.deviation ?? 0)) || 1;
  return (
    <tfoot>
      <tr>
        <th scope="row" className="sticky left-0 z-[1] bg-bg pr-2 text-right leading-3.5 font-normal whitespace-nowrap">
          spread
        </th>
        {cells.map((cell, index) => (
          <td key={columns[index]?.key ?? index} className="h-3 p-0 align-bottom">
            {cell === null ? null : (
              <span title={cell.isFlat ? "no spread, no signal" : `spread ${formatMetric("reward", cell.deviation)}`}>
                <i
                  aria-hidden="true"
                  className={cell.isFlat ? "block h-2 rounded-bar bg-hatch-idle" : "block rounded-bar bg-dye-indigo"}
                  style={cell.isFlat ? undefined : { height: Math.max(2, ((cell.deviation ?? 0) / most) * MAX_BAR_PX) }}
                />
                <span className="sr-only">{cell.isFlat ? "no spread" : formatMetric("reward", cell.deviation)}</span>
              </span>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
