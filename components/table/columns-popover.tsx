"use client";

import { Columns3, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import {
  adjacentColumn,
  type ColumnArrangement,
  firstArrangement,
  moveColumnNextTo,
  withHidden,
  withPinned,
} from "@/lib/table/column-arrangement";
import { ColumnItem } from "./column-item";
import type { TableColumn } from "./table-column";

export const densities = ["26", "32", "72"] as const;

/** Names of the row heights in pixels. The text of tall rows wraps. */
export const densityNames = { "32": "Comfortable", "26": "Compact", "72": "Tall" } as const;
export type Density = (typeof densities)[number];

type ColumnsPopoverProps<Row> = {
  columns: readonly TableColumn<Row>[];
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  /** Absent where all rows have one height. */
  density?: Density;
  onDensityChange?: (density: Density) => void;
  /** More available columns, filtered by the search text. */
  more?: (words: string, onDone: () => void) => ReactNode;
  placeholder?: string;
};

/** Chooses which columns are shown, their order, which are pinned, and the row height. */
export function ColumnsPopover<Row>(props: ColumnsPopoverProps<Row>) {
  const { columns, arrangement, onArrange, density, onDensityChange, more, placeholder = "Find column" } = props;
  const [words, setWords] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const movable = arrangement.order
    .map((id) => columns.find((column) => column.id === id))
    .filter((column) => column !== undefined)
    .filter((column) => !column.isFixed);
  const shownCount = movable.filter((column) => !arrangement.hidden.includes(column.id)).length;
  const matching = movable.filter((column) => column.label.toLowerCase().includes(words.toLowerCase()));
  const step = (id: string, by: -1 | 1) => {
    const beside = adjacentColumn(columns, arrangement, id, by);
    return beside && (() => onArrange(moveColumnNextTo(columns, arrangement, id, beside)));
  };
  const dropOn = (id: string) => {
    if (dragged === null || dragged === id) return;
    const ids = movable.map((column) => column.id);
    const side = ids.indexOf(dragged) < ids.indexOf(id) ? "after" : "before";
    onArrange(moveColumnNextTo(columns, arrangement, dragged, { id, side }));
  };
  return (
    <Popover
      label="Columns"
      align="end"
      className="flex w-[272px] flex-col overflow-hidden"
      trigger={
        <Button
          size="small"
          icon={<Columns3 size={14} strokeWidth={1.7} aria-hidden="true" />}
          className="max-md:hidden"
        >
          Columns
          <span className="font-normal text-ink-3">
            {shownCount} of {movable.length}
          </span>
        </Button>
      }
    >
      <Input
        size="small"
        aria-label={placeholder}
        placeholder={placeholder}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
        className="mb-1.5 flex-none"
      />
      <div className="min-h-0 overflow-auto">
        <ul aria-label="Columns">
          {matching.map((column) => (
            <ColumnItem
              key={column.id}
              column={column}
              isShown={!arrangement.hidden.includes(column.id)}
              isPinned={arrangement.pinned?.includes(column.id) ?? false}
              onShow={(isShown) => onArrange(withHidden(arrangement, column.id, !isShown))}
              onPin={(isPinned) => onArrange(withPinned(arrangement, column.id, isPinned))}
              onMoveLeft={step(column.id, -1)}
              onMoveRight={step(column.id, 1)}
              onDragStart={() => setDragged(column.id)}
              onDragEnd={() => setDragged(null)}
              onDrop={() => dropOn(column.id)}
            />
          ))}
          {matching.length === 0 && !more ? <li className="px-1.5 py-1 text-ink-2">No columns match.</li> : null}
        </ul>
        {more?.(words, () => setWords(""))}
      </div>
      <div className="mt-1 flex flex-none items-center justify-between border-t border-line pt-1.5">
        <Button kind="ghost" size="small" onClick={() => onArrange(firstArrangement(columns))}>
          Reset
        </Button>
        {density === undefined || onDensityChange === undefined ? null : (
          <Segmented
            label="Row height"
            size="small"
            value={density}
            segments={densities.map((value) => ({ value, label: densityNames[value] }))}
            onChange={onDensityChange}
          />
        )}
      </div>
    </Popover>
  );
}
