import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";
import type { TableColumn } from "./table-column";

type LabelProps<Row> = { column: TableColumn<Row>; sort: Sort | null; onSortChange: (field: string) => void };

/** The name of a column, as a button if the service can sort by it. */
export function HeadLabel<Row>({ column, sort, onSortChange }: LabelProps<Row>) {
  const { sortField: field } = column;
  const name = column.head ?? column.label;
  if (field === undefined) return <span className="truncate">{name}</span>;
  return (
    <SortButton
      direction={sort?.field === field ? sort.direction : null}
      isAtEnd={column.align === "end"}
      onPressed={() => onSortChange(field)}
    >
      {name}
    </SortButton>
  );
}

type SortButtonProps = {
  direction: Sort["direction"] | null;
  isAtEnd: boolean;
  onPressed: () => void;
  children: ReactNode;
};

/** As wide as the column: its name moves to the other end once the values of a path turn out to be numbers. */
function SortButton({ direction, isAtEnd, onPressed, children }: SortButtonProps) {
  const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onPressed}
      className={classNames(
        "inline-flex w-full min-w-0 items-center gap-1 align-middle outline-offset-[-2px] hover:text-ink",
        isAtEnd && "justify-end",
      )}
    >
      <span className="truncate">{children}</span>
      {direction ? <Arrow size={12} strokeWidth={2} aria-hidden="true" className="flex-none" /> : null}
    </button>
  );
}
