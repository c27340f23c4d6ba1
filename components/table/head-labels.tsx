import { ArrowDown, ArrowUp } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";
import type { TableColumn } from "./table-column";

/** The sort keys of a column, each with its label. */
export function sortsOf<Row>({ sortField, sortFields, head, label }: TableColumn<Row>) {
  return sortField === undefined ? (sortFields ?? []) : [{ field: sortField, label: head ?? label }];
}

type LabelsProps<Row> = { column: TableColumn<Row>; sort: Sort | null; onSortChange: (field: string) => void };

/** The name of a column, as a button for each value that the service can sort by. */
export function HeadLabels<Row>({ column, sort, onSortChange }: LabelsProps<Row>) {
  const sorts = sortsOf(column);
  if (sorts.length === 0) return <span className="truncate">{column.head ?? column.label}</span>;
  return sorts.map(({ field, label }, index) => (
    <Fragment key={field}>
      {index > 0 ? <span className="whitespace-pre">, </span> : null}
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
        "inline-flex max-w-full min-w-0 items-center gap-1 align-middle outline-offset-[-2px] hover:text-ink",
        isAtEnd && "justify-end",
      )}
    >
      <span className="truncate">{children}</span>
      {direction ? <Arrow size={12} strokeWidth={2} aria-hidden="true" className="flex-none" /> : null}
    </button>
  );
}
