import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ChevronDown, EyeOff, Pin, PinOff } from "lucide-react";
import { MIN_FLEX_WIDTH_PX } from "@/components/grid/prepare-column-geometry";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { classNames } from "@/lib/style/class-names";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import {
  adjacentColumn,
  moveColumnNextTo,
  WIDTH_STEP,
  withHidden,
  withPinned,
  withWidth,
} from "@/lib/table/column-arrangement";
import type { Sort } from "@/lib/table/sort";
import type { TableColumn } from "./table-column";

type ColumnMenuProps<Row> = {
  column: TableColumn<Row>;
  columns: readonly TableColumn<Row>[];
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  onSort: (sort: Sort) => void;
};

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** All actions on a column, also for the keyboard: sort, pin, move, widen, hide. */
export function ColumnMenu<Row>({ column, columns, arrangement, onArrange, onSort }: ColumnMenuProps<Row>) {
  const { id, label } = column;
  const isPinned = arrangement.pinned?.includes(id) ?? false;
  const width = arrangement.widths[id] ?? (column.width === "flex" ? MIN_FLEX_WIDTH_PX : column.width);
  const [left, right] = [adjacentColumn(columns, arrangement, id, -1), adjacentColumn(columns, arrangement, id, 1)];
  const { sortField } = column;
  const widen = (by: number) => (event: Event) => {
    // The menu stays open: changing a width takes several steps.
    event.preventDefault();
    onArrange(withWidth(arrangement, id, width + by));
  };
  return (
    <Menu
      label={`Column ${label}`}
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`About column ${label}`}
          className={classNames(
            "absolute inset-y-px grid w-5 place-items-center rounded-chip bg-sunken text-ink-2 opacity-0 outline-offset-[-2px] group-hover/head:opacity-100 hover:bg-active hover:text-ink focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100",
            column.align === "end" ? "left-0.5" : "right-1.5",
          )}
        >
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      }
    >
      {sortField === undefined ? null : (
        <>
          <MenuItem onSelect={() => onSort({ field: sortField, direction: "desc" })}>
            <ArrowDown {...icon} />
            Largest first
          </MenuItem>
          <MenuItem onSelect={() => onSort({ field: sortField, direction: "asc" })}>
            <ArrowUp {...icon} />
            Smallest first
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem onSelect={() => onArrange(withPinned(arrangement, id, !isPinned))}>
        {isPinned ? <PinOff {...icon} /> : <Pin {...icon} />}
        {isPinned ? "Unpin" : "Pin left"}
      </MenuItem>
      <MenuItem
        disabled={left === null}
        onSelect={() => left && onArrange(moveColumnNextTo(columns, arrangement, id, left))}
      >
        <ArrowLeft {...icon} />
        Move left
      </MenuItem>
      <MenuItem
        disabled={right === null}
        onSelect={() => right && onArrange(moveColumnNextTo(columns, arrangement, id, right))}
      >
        <ArrowRight {...icon} />
        Move right
      </MenuItem>
      <MenuItem onSelect={widen(WIDTH_STEP)}>
        <span className="w-[13px]" />
        Wider
      </MenuItem>
      <MenuItem onSelect={widen(-WIDTH_STEP)}>
        <span className="w-[13px]" />
        Narrower
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => onArrange(withHidden(arrangement, id, true))}>
        <EyeOff {...icon} />
        Hide
      </MenuItem>
    </Menu>
  );
}
