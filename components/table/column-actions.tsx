import { adjacentColumn, type ColumnArrangement, moveColumnNextTo } from "@/lib/table/column-arrangement";
import type { Sort } from "@/lib/table/sort";
import { ColumnMenu } from "./column-menu";
import type { HeadActions } from "./data-table-head";
import type { TableColumn } from "./table-column";

interface ArrangedColumns<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly arrangement: ColumnArrangement;
  readonly onArrange: (arrangement: ColumnArrangement) => void;
  readonly onSort: (sort: Sort) => void;
}

/** Returns what the headers of a list offer: a menu for each column, and its place by dragging and by keys. */
export function columnActions<Row>({ columns, arrangement, onArrange, onSort }: ArrangedColumns<Row>): HeadActions {
  return {
    menu: (id) => {
      const column = columns.find((candidate) => candidate.id === id);
      return column ? (
        <ColumnMenu column={column} columns={columns} arrangement={arrangement} onArrange={onArrange} onSort={onSort} />
      ) : null;
    },
    onMove: (id, target) => onArrange(moveColumnNextTo(columns, arrangement, id, target)),
    onStep: (id, by) => {
      const beside = adjacentColumn(columns, arrangement, id, by);
      if (beside) onArrange(moveColumnNextTo(columns, arrangement, id, beside));
    },
  };
}
