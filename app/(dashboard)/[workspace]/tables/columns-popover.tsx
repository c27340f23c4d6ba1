"use client";

import { Columns3, Pin, Search } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { formatCount } from "@/lib/format/count";
import { toggled } from "./prepare-arrangement";
import { INDEX_ID, type Sheet } from "./prepare-sheet";

/** Rows of the list; beyond them a word narrows it. */
const SHOWN = 150;

type ColumnsPopoverProps = {
  layout: Sheet;
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
  frozen: readonly string[];
  onFreeze: (columnId: string) => void;
};

/** Which columns are shown, and which stay while others scroll. */
export function ColumnsPopover({ layout, hidden, onHide, frozen, onFreeze }: ColumnsPopoverProps) {
  const [words, setWords] = useState("");
  const columns = layout.all.filter((column) => column.id !== INDEX_ID);
  const ids = columns.map((column) => column.id);
  const shownCount = ids.filter((id) => !hidden.includes(id)).length;
  const matching = columns.filter((column) => column.id.toLowerCase().includes(words.toLowerCase()));
  const nameOf = (id: string) => id.replace(/^@/, "");
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
        {matching.slice(0, SHOWN).map((column) => {
          const isFrozen = frozen.includes(column.id);
          return (
            <li key={column.id} className="group/column flex h-[26px] items-center rounded-chip pl-1.5 hover:bg-hover">
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the check box inside is the control */}
              <label className="flex h-full min-w-0 grow items-center gap-2">
                <Checkbox
                  checked={!hidden.includes(column.id)}
                  onCheckedChange={() => onHide(toggled(hidden, column.id))}
                  aria-label={nameOf(column.id)}
                />
                <span className="truncate text-code" title={column.id}>
                  {nameOf(column.id)}
                </span>
                <span className="ml-auto font-mono text-[0.625rem] text-ink-3">{column.type}</span>
              </label>
              <button
                type="button"
                aria-label={`Freeze ${nameOf(column.id)}`}
                aria-pressed={isFrozen}
                onClick={() => onFreeze(column.id)}
                className={classNames(
                  "grid size-6 flex-none place-items-center rounded-chip hover:bg-active",
                  isFrozen
                    ? "text-accent-text"
                    : "text-ink-3 opacity-0 group-focus-within/column:opacity-100 group-hover/column:opacity-100 pointer-coarse:opacity-100",
                )}
              >
                <Pin size={12} strokeWidth={2} aria-hidden="true" />
              </button>
            </li>
          );
        })}
        {matching.length === 0 ? <li className="px-1.5 py-1 text-ink-2">No column by that name.</li> : null}
        {matching.length > SHOWN ? (
          <li className="px-1.5 py-1 text-ink-2">
            {formatCount(matching.length - SHOWN)} more: narrow them by a word.
          </li>
        ) : null}
      </ul>
      <div className="mt-1 flex flex-none items-center gap-1 border-t border-line pt-1.5">
        <Button kind="ghost" size="small" disabled={hidden.length === 0} onClick={() => onHide([])}>
          Show all
        </Button>
        <Button kind="ghost" size="small" disabled={shownCount === 0} onClick={() => onHide([...ids])}>
          Hide all
        </Button>
      </div>
    </Popover>
  );
}
