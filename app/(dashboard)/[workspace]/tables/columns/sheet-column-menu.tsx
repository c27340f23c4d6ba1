"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { classNames } from "@/lib/style/class-names";
import { ColumnProfileView } from "./column-profile";
import { useColumnProfile } from "./use-column-profile";

/** The actions of a column's menu. */
interface SheetColumnActions {
  readonly onSort: (field: string, direction: "asc" | "desc") => void;
  readonly onHide: (columnId: string) => void;
  readonly onFreeze: (columnId: string) => void;
  readonly onExpand: (columnId: string) => void;
  /** Null at the edge. */
  readonly stepOf: (columnId: string, by: -1 | 1) => (() => void) | null;
  readonly onCopyPath: (columnId: string) => void;
}

type ColumnMenuProps = {
  column: SheetColumn;
  isFrozen: boolean;
  isExpanded: boolean;
  rows: readonly TableLine[];
  /** True when these are all rows of the table. */
  isWhole: boolean;
  actions: SheetColumnActions;
};

/** The type in a column header: opens the column's statistics and actions. */
export function SheetColumnMenu(props: ColumnMenuProps) {
  const { column } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label={`Column ${column.id}`}
      align="end"
      className="w-[264px] p-0"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button
          type="button"
          aria-label={`About ${column.id}`}
          className={classNames(
            "grid h-6 min-w-6 flex-none place-items-center rounded-chip font-mono text-[0.625rem] font-normal text-ink-3 outline-offset-[-2px] hover:bg-active hover:text-ink data-[state=open]:bg-active",
            column.isNumeric
              ? "absolute top-px left-0 bg-sunken opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
              : "-mr-1 ml-auto px-1",
          )}
        >
          {column.isNumeric ? <ChevronDown size={12} strokeWidth={2} aria-hidden="true" /> : column.type}
        </button>
      }
    >
      {isOpen ? <ColumnMenuBody {...props} onDone={() => setIsOpen(false)} /> : null}
    </Popover>
  );
}

function ColumnMenuBody(props: ColumnMenuProps & { onDone: () => void }) {
  const { column, rows, isWhole, actions, onDone } = props;
  const { sortField } = column;
  const [left, right] = [actions.stepOf(column.id, -1), actions.stepOf(column.id, 1)];
  const { profile, total } = useColumnProfile(rows, column, isWhole);
  const action = (label: string, act: () => void) => (
    <Button
      kind="ghost"
      size="small"
      onClick={() => {
        act();
        onDone();
      }}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div className="flex h-8 items-center gap-2 border-b border-line px-3">
        <h2 className="truncate text-code font-semibold">{column.id}</h2>
        <span className="ml-auto font-mono text-[0.625rem] text-ink-3">{column.type}</span>
      </div>
      <ColumnProfileView profile={profile} total={total} isWhole={isWhole} />
      <div className="flex flex-wrap gap-0.5 border-t border-line p-1">
        {sortField === null ? null : action("Ascending", () => actions.onSort(sortField, "asc"))}
        {sortField === null ? null : action("Descending", () => actions.onSort(sortField, "desc"))}
        {action(props.isFrozen ? "Unfreeze" : "Freeze", () => actions.onFreeze(column.id))}
        {left ? action("Move left", left) : null}
        {right ? action("Move right", right) : null}
        {action("Hide", () => actions.onHide(column.id))}
        {action("Copy path", () => actions.onCopyPath(column.id))}
        {column.canExpand
          ? action(props.isExpanded ? "Collapse into one column" : "Expand into columns", () =>
              actions.onExpand(column.id),
            )
          : null}
      </div>
    </>
  );
}
