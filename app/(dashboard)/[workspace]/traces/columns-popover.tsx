"use client";

import { ArrowDown, ArrowUp, Columns3, Search } from "lucide-react";
import { useState } from "react";
import { type ColumnArrangement, firstArrangement, type TableColumn } from "@/components/table/table-column";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { Segmented } from "@/components/ui/segmented";

export const densities = ["32", "26"] as const;
export type Density = (typeof densities)[number];

type ColumnsPopoverProps<Row> = {
  columns: readonly TableColumn<Row>[];
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  density: Density;
  onDensityChange: (density: Density) => void;
};

/** Which columns are shown and in which order, and how high the rows are. */
export function ColumnsPopover<Row>(props: ColumnsPopoverProps<Row>) {
  const { columns, arrangement, onArrange, density, onDensityChange } = props;
  const [words, setWords] = useState("");
  const movable = arrangement.order
    .map((id) => columns.find((column) => column.id === id))
    .filter((column) => column !== undefined)
    .filter((column) => !column.isFixed);
  const shownCount = movable.filter((column) => !arrangement.hidden.includes(column.id)).length;
  const matching = movable.filter((column) => column.label.toLowerCase().includes(words.toLowerCase()));
  const toggle = (id: string) => {
    const isHidden = arrangement.hidden.includes(id);
    const hidden = isHidden ? arrangement.hidden.filter((other) => other !== id) : [...arrangement.hidden, id];
    onArrange({ ...arrangement, hidden });
  };
  const move = (id: string, by: -1 | 1) => {
    const ids = movable.map((column) => column.id);
    const from = ids.indexOf(id);
    ids.splice(from, 1);
    ids.splice(from + by, 0, id);
    const fixed = arrangement.order.filter((other) => !ids.includes(other));
    onArrange({ ...arrangement, order: [...fixed, ...ids] });
  };
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-[252px]"
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
        aria-label="Find column"
        placeholder="Find column"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
        className="mb-1.5"
      />
      <ul>
        {matching.map((column) => {
          const index = movable.indexOf(column);
          return (
            <li
              key={column.id}
              className="group/column flex h-[26px] items-center rounded-chip pr-0.5 pl-1.5 hover:bg-hover"
            >
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the check box inside is the control */}
              <label className="flex h-full min-w-0 grow items-center gap-2">
                <Checkbox
                  checked={!arrangement.hidden.includes(column.id)}
                  onCheckedChange={() => toggle(column.id)}
                  aria-label={column.label}
                />
                {column.label}
              </label>
              <span className="flex opacity-0 group-focus-within/column:opacity-100 group-hover/column:opacity-100">
                <Mover label={`Move ${column.label} left`} isDisabled={index === 0} onClick={() => move(column.id, -1)}>
                  <ArrowUp size={12} strokeWidth={2} aria-hidden="true" />
                </Mover>
                <Mover
                  label={`Move ${column.label} right`}
                  isDisabled={index === movable.length - 1}
                  onClick={() => move(column.id, 1)}
                >
                  <ArrowDown size={12} strokeWidth={2} aria-hidden="true" />
                </Mover>
              </span>
            </li>
          );
        })}
        {matching.length === 0 ? <li className="px-1.5 py-1 text-ink-2">No column by that name.</li> : null}
      </ul>
      <div className="mt-1 flex items-center justify-between border-t border-line pt-1.5">
        <Button kind="ghost" size="small" onClick={() => onArrange(firstArrangement(columns))}>
          Reset
        </Button>
        <Segmented
          label="Row height"
          size="small"
          value={density}
          segments={densities.map((value) => ({ value, label: `${value} px` }))}
          onChange={onDensityChange}
        />
      </div>
    </Popover>
  );
}

type MoverProps = { label: string; isDisabled: boolean; onClick: () => void; children: React.ReactNode };

function Mover({ label, isDisabled, onClick, children }: MoverProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
      className="grid size-6 place-items-center rounded-chip text-ink-2 hover:bg-active disabled:text-ink-4"
    >
      {children}
    </button>
  );
}
