import { countOf } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { MapCell, MapRow } from "./prepare-group-map";

/** Describes a cell in words. */
export function mapCellText(cell: MapCell, { trajectory }: MapRow): string {
  const flat = cell.isFlat ? "no spread" : `spread ${formatMetric("reward", cell.deviation)}`;
  if (trajectory !== null) return `reward ${formatMetric("reward", cell.mean)}, ${flat} in its group`;
  const failed = cell.exceptionCount === 0 ? "" : `, ${countOf(cell.exceptionCount, "exception")}`;
  return `mean ${formatMetric("reward", cell.mean)}, ${flat}${failed}`;
}

/** The details of the cell under the pointer. */
export function GroupMapCard({ name, row, cell }: { name: string; row: MapRow; cell: MapCell }) {
  const facts: readonly (readonly [string, string])[] = [
    [row.trajectory === null ? "mean reward" : "reward", formatMetric("reward", cell.mean)],
    ["spread", cell.isFlat ? "none, no signal" : formatMetric("reward", cell.deviation)],
    ...(row.trajectory === null ? [["trajectories", String(cell.count)] as const] : []),
    ...(cell.exceptionCount === 0 ? [] : [["exceptions", String(cell.exceptionCount)] as const]),
  ];
  return (
    <>
      <p className="truncate font-medium text-ink">
        {name}, {row.label}
      </p>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-right text-ink tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-3">Click to open rollouts</p>
    </>
  );
}
