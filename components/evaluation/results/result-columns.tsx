import type { ResultLine } from "@/components/evaluation/results/use-results";
import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { Skeleton } from "@/components/ui/skeleton";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { formatCount } from "@/lib/format/count";

/** Returns a cell that shows a placeholder until the page of its row is loaded. */
export const withRow =
  (cell: (row: EvaluationResultRow) => React.ReactNode) =>
  ({ row }: ResultLine) =>
    row === null ? <Skeleton className="w-3/5" /> : cell(row);

/** The number of an example in its dataset, from 0: the `original_index` that tables show. */
export const positionColumn: TableColumn<ResultLine> = {
  id: "position",
  label: "Row",
  width: 68,
  align: "end",
  sortField: "position",
  cell: withRow(({ position }) => (position === null ? <Unknown /> : formatCount(position))),
};
