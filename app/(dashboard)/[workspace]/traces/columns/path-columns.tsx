import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { ValueCell } from "@/components/json/value-cell";
import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { Skeleton } from "@/components/ui/skeleton";
import { pathCellValue } from "@/lib/calls/path-columns";

/** A column of the values at a path in calls; numbers are right-aligned. */
export function pathColumn(path: string, isNumeric: boolean): TableColumn<CallListRow> {
  return {
    id: path,
    label: path,
    head: (
      <span className="text-code" title={path}>
        {path}
      </span>
    ),
    width: 150,
    ...(isNumeric ? { align: "end" as const } : {}),
    sortField: path,
    value: (row) => pathCellValue(path, valueAtPath(row, path)),
    cell: (row) => <PathCell row={row} path={path} />,
  };
}

function valueAtPath({ values }: CallListRow, path: string) {
  return values === null || values === "failed" ? undefined : values.get(path);
}

function PathCell({ row, path }: { row: CallListRow; path: string }) {
  if (row.values === null) return <Skeleton className="w-1/2" />;
  if (row.values === "failed") return <span className="text-err">could not be loaded</span>;
  const pathValue = valueAtPath(row, path);
  if (pathValue?.value === undefined) return <Unknown />;
  return <ValueCell value={pathValue.value} isCut={pathValue.isCut} />;
}
