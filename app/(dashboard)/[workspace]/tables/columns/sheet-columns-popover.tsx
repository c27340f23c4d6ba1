"use client";

import { Columns3, Search } from "lucide-react";
import { useState } from "react";
import { INDEX_ID, type SheetModel } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { Input } from "@/components/form/input";
import { ColumnItem } from "@/components/table/column-item";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { formatCount } from "@/lib/format/count";
import type { ColumnTarget } from "@/lib/table/column-arrangement";
import { toggled } from "./toggled";

/** The maximum number of rows in the list; the search box finds the others. */
const SHOWN = 150;

type ColumnsPopoverProps = {
  layout: SheetModel;
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
  frozen: readonly string[];
  onFreeze: (columnId: string) => void;
  onMove: (columnId: string, target: ColumnTarget) => void;
  /** Moves a column one position to a side; null at the edge. */
  stepOf: (columnId: string, by: -1 | 1) => (() => void) | null;
  /** Restores the original column order; null when it is unchanged. */
  onReset: (() => void) | null;
};

/** Controls which columns are shown, in which order, and which are frozen. */
export function SheetColumnsPopover(props: ColumnsPopoverProps) {
  const { layout, hidden, onHide, frozen, onFreeze, onMove, stepOf, onReset } = props;
  const [words, setWords] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const columns = layout.all.filter((column) => column.id !== INDEX_ID);
  const ids = columns.map((column) => column.id);
  const shownCount = ids.filter((id) => !hidden.includes(id)).length;
  const matching = columns.filter((column) => column.id.toLowerCase().includes(words.toLowerCase()));
  const nameOf = (id: string) => id.replace(/^@/, "");
  const dropOn = (id: string) => {
    if (dragged === null || dragged === id) return;
    onMove(dragged, { id, side: ids.indexOf(dragged) < ids.indexOf(id) ? "after" : "before" });
  };
  return (
    <Popover
      label="Columns"
      align="end"
      className="flex w-[300px] flex-col overflow-hidden"
      trigger={
        <Button size="small" icon={<Columns3 size={14} strokeWidth={1.7} aria-hidden="true" />}>
          <span className="max-md:hidden">Columns</span>
          <span className="font-normal text-ink-3">
            {formatCount(shownCount)} of {formatCount(columns.length)}
          </span>
        </Button>
      }
    >
      <Input
        size="small"
        aria-label="Find column"
        placeholder="Find column"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
        className="mb-1.5 flex-none"
      />
      <ul className="max-h-[360px] min-h-0 overflow-auto">
        {matching.slice(0, SHOWN).map((column) => (
          <ColumnItem
            key={column.id}
            column={{ id: column.id, label: nameOf(column.id) }}
            note={column.type}
            pinLabel={`Freeze ${nameOf(column.id)}`}
            isShown={!hidden.includes(column.id)}
            isPinned={frozen.includes(column.id)}
            onShow={() => onHide(toggled(hidden, column.id))}
            onPin={() => onFreeze(column.id)}
            onMoveLeft={stepOf(column.id, -1)}
            onMoveRight={stepOf(column.id, 1)}
            onDragStart={() => setDragged(column.id)}
            onDragEnd={() => setDragged(null)}
            onDrop={() => dropOn(column.id)}
          />
        ))}
        {matching.length === 0 ? <li className="px-1.5 py-1 text-ink-2">No columns match.</li> : null}
        {matching.length > SHOWN ? (
          <li className="px-1.5 py-1 text-ink-2">{formatCount(matching.length - SHOWN)} more: type to filter.</li>
        ) : null}
      </ul>
      <div className="mt-1 flex flex-none items-center gap-1 border-t border-line pt-1.5">
        <Button kind="ghost" size="small" disabled={hidden.length === 0} onClick={() => onHide([])}>
          Show all
        </Button>
        <Button kind="ghost" size="small" disabled={shownCount === 0} onClick={() => onHide([...ids])}>
          Hide all
        </Button>
        <Button kind="ghost" size="small" disabled={onReset === null} onClick={() => onReset?.()} className="ml-auto">
          Original order
        </Button>
      </div>
    </Popover>
  );
}
