"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import type { Sort } from "@/lib/table/sort";

const SHOWN = 100;

type SortKeysProps = { sort: readonly Sort[]; columns: readonly SheetColumn[]; onChange: (sort: Sort[]) => void };

/** The sort keys of the request, the most significant first. Clicking a direction reverses it. */
export function SortKeys({ sort, columns, onChange }: SortKeysProps) {
  return (
    <>
      {sort.map((key, index) => (
        <span
          key={key.field}
          className="inline-flex h-6 flex-none items-center rounded-control border border-line-strong bg-surface text-small max-md:h-8"
        >
          <button
            type="button"
            aria-label={`Sort by ${key.field}, ${key.direction === "asc" ? "ascending" : "descending"}: reverse`}
            onClick={() => onChange(sort.with(index, { ...key, direction: key.direction === "asc" ? "desc" : "asc" }))}
            className="flex h-full items-center gap-1.5 rounded-l-control px-1.5 outline-offset-[-2px] hover:bg-hover"
          >
            <span className="text-ink-2">{index === 0 ? "Sort" : "then"}</span>
            <span className="max-w-48 truncate text-code font-medium">{key.field}</span>
            <span className="text-ink-3">{key.direction}</span>
          </button>
          <button
            type="button"
            aria-label={`Remove sort key ${key.field}`}
            onClick={() => onChange(sort.toSpliced(index, 1))}
            className="grid h-full w-6 place-items-center rounded-r-control border-l border-line text-ink-2 outline-offset-[-2px] hover:bg-hover hover:text-ink"
          >
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </button>
        </span>
      ))}
      <AddSortKey columns={columns} sort={sort} onAdd={(field) => onChange([...sort, { field, direction: "desc" }])} />
    </>
  );
}

type AddSortKeyProps = { columns: readonly SheetColumn[]; sort: readonly Sort[]; onAdd: (field: string) => void };

function AddSortKey({ columns, sort, onAdd }: AddSortKeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [words, setWords] = useState("");
  const fields = columns.flatMap(({ sortField }) => sortField ?? []);
  const free = fields.filter((field) => !sort.some((key) => key.field === field));
  const matching = free.filter((field) => field.toLowerCase().includes(words.toLowerCase()));
  // A field that no loaded row has may still be in other rows, which the service can sort by.
  const typed = words.trim();
  const offered = typed === "" || fields.includes(typed) ? matching : [...matching, typed];
  const add = (field: string) => {
    onAdd(field);
    setWords("");
    setIsOpen(false);
  };
  return (
    <Popover
      label="Sort key"
      className="w-[260px]"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button kind="ghost" size="small">
          <Plus size={12} strokeWidth={2} aria-hidden="true" />
          Sort key
        </Button>
      }
    >
      <Input
        size="small"
        isMono
        aria-label="Field to sort by"
        placeholder="Field to sort by"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          const [first] = offered;
          if (event.key === "Enter" && first !== undefined) add(first);
        }}
        className="mb-1.5"
      />
      <ul className="max-h-[300px] overflow-auto">
        {offered.slice(0, SHOWN).map((field) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => add(field)}
              className="flex h-[26px] w-full items-center rounded-chip px-1.5 text-left outline-offset-[-2px] hover:bg-hover max-md:h-9"
            >
              <span className="truncate text-code">{field}</span>
              {matching.includes(field) ? null : <span className="ml-auto pl-2 text-ink-3">not in loaded rows</span>}
            </button>
          </li>
        ))}
        {offered.length === 0 ? <li className="px-1.5 py-1 text-ink-2">No fields yet.</li> : null}
      </ul>
    </Popover>
  );
}
