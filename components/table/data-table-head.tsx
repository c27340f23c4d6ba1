import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Sort, TableColumn } from "./table-column";
import type { TableModel } from "./use-table-model";

type HeadProps<Row extends object> = {
  table: TableModel<Row>;
  columns: ReadonlyMap<string, TableColumn<Row>>;
  sort: Sort | null;
  onSortChange: (field: string) => void;
};

/** Column heads: a press sorts where the service can sort, the right edge resizes. */
export function DataTableHead<Row extends object>({ table, columns, sort, onSortChange }: HeadProps<Row>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {group.headers.map((header) => {
            const column = columns.get(header.column.id);
            if (!column) return null;
            const isSorted = column.sortField !== undefined && sort?.field === column.sortField;
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={isSorted ? (sort.direction === "asc" ? "ascending" : "descending") : undefined}
                className={classNames(
                  "group/head sticky top-0 z-[2] h-(--row-h-head) truncate border-b border-line bg-sunken px-2 text-left text-micro font-medium text-ink-3 first:pl-4 last:pr-4",
                  column.align === "end" && "text-right",
                  isSorted && "text-ink",
                  column.cellClassName,
                )}
              >
                <HeadLabel column={column} sort={isSorted ? sort : null} onSortChange={onSortChange} />
                {header.column.getCanResize() ? (
                  // biome-ignore lint/a11y/noStaticElementInteractions: widths are a convenience of the pointer; nothing is hidden by them for good
                  <span
                    onMouseDown={header.getResizeHandler()}
                    onTouchStart={header.getResizeHandler()}
                    onDoubleClick={() => header.column.resetSize()}
                    className="absolute inset-y-1 right-0 w-1.5 cursor-col-resize border-r border-transparent group-hover/head:border-line-strong"
                  />
                ) : null}
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

type LabelProps<Row> = { column: TableColumn<Row>; sort: Sort | null; onSortChange: (field: string) => void };

function HeadLabel<Row>({ column, sort, onSortChange }: LabelProps<Row>) {
  const content = column.head ?? column.label;
  const { sortField } = column;
  if (sortField === undefined) return <>{content}</>;
  const Arrow = sort?.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSortChange(sortField)}
      className={classNames(
        "inline-flex max-w-full items-center gap-1 align-middle outline-offset-[-2px] hover:text-ink",
        column.align === "end" && "justify-end",
      )}
    >
      <span className="truncate">{content}</span>
      {sort ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
    </button>
  );
}
