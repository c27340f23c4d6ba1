import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment, type ReactNode } from "react";
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
            const isSorted = sort !== null && sortsOf(column).some(({ field }) => field === sort.field);
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
                <HeadLabels column={column} sort={isSorted ? sort : null} onSortChange={onSortChange} />
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

function sortsOf<Row>({ sortField, sortFields, head, label }: TableColumn<Row>) {
  return sortField === undefined ? (sortFields ?? []) : [{ field: sortField, label: head ?? label }];
}

type LabelsProps<Row> = { column: TableColumn<Row>; sort: Sort | null; onSortChange: (field: string) => void };

function HeadLabels<Row>({ column, sort, onSortChange }: LabelsProps<Row>) {
  const sorts = sortsOf(column);
  if (sorts.length === 0) return <>{column.head ?? column.label}</>;
  return sorts.map(({ field, label }, index) => (
    <Fragment key={field}>
      {index > 0 ? ", " : null}
      <SortButton
        direction={sort?.field === field ? sort.direction : null}
        isAtEnd={column.align === "end"}
        onPressed={() => onSortChange(field)}
      >
        {label}
      </SortButton>
    </Fragment>
  ));
}

type SortButtonProps = {
  direction: Sort["direction"] | null;
  isAtEnd: boolean;
  onPressed: () => void;
  children: ReactNode;
};

function SortButton({ direction, isAtEnd, onPressed, children }: SortButtonProps) {
  const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onPressed}
      className={classNames(
        "inline-flex max-w-full items-center gap-1 align-middle outline-offset-[-2px] hover:text-ink",
        isAtEnd && "justify-end",
      )}
    >
      <span className="truncate">{children}</span>
      {direction ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
    </button>
  );
}
