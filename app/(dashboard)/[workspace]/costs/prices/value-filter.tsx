"use client";

import { ChevronDown, Search, X } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Input } from "@/components/form/input";
import { Popover } from "@/components/ui/popover";

type ChoiceFilterProps = {
  /** The name of the filtered field: `Provider`. */
  field: string;
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/**
 * Filters by any of several values: a button until a value is chosen, then a chip that shows the values and can be
 * removed.
 */
export function ChoiceFilter({ field, options, chosen, onChange }: ChoiceFilterProps) {
  const [words, setWords] = useState("");
  const all = [...new Set([...chosen, ...options])].sort();
  const matching = all.filter((option) => option.toLowerCase().includes(words.toLowerCase()));
  const toggle = (option: string) =>
    onChange(chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option]);
  const sentence = chosen.length === 0 ? field : `${field} is any of ${chosen.join(", ")}`;
  return (
    <span className="inline-flex h-(--ctl-h-small) max-w-full flex-none items-stretch overflow-hidden rounded-chip border border-line-strong bg-surface text-small whitespace-nowrap max-md:h-8">
      <Popover
        label={field}
        className="w-64"
        trigger={
          <button
            type="button"
            aria-label={chosen.length === 0 ? `Filter by ${field.toLowerCase()}` : `Edit filter: ${sentence}`}
            className="flex min-w-0 items-center gap-1.5 px-2 outline-offset-[-2px] hover:bg-hover"
          >
            <span className="text-ink-2">{field}</span>
            {chosen.length === 0 ? (
              <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
            ) : (
              <>
                <span className="text-ink-3">is any of</span>
                <span className="max-w-72 truncate font-medium">{chosen.join(", ")}</span>
              </>
            )}
          </button>
        }
      >
        <Input
          size="small"
          aria-label={`Find ${field.toLowerCase()}`}
          placeholder={`Find ${field.toLowerCase()}`}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          className="mb-1.5"
        />
        <ul className="max-h-72 overflow-auto">
          {matching.slice(0, 200).map((option) => (
            <li key={option} className="rounded-chip hover:bg-hover">
              <label className="flex h-[26px] min-w-0 items-center gap-2 px-1.5 max-md:h-9">
                <Checkbox
                  checked={chosen.includes(option)}
                  onCheckedChange={() => toggle(option)}
                  aria-label={option}
                />
                <span className="truncate text-code">{option}</span>
              </label>
            </li>
          ))}
          {matching.length === 0 ? <li className="px-1.5 py-1 text-ink-2">No results.</li> : null}
        </ul>
      </Popover>
      {chosen.length === 0 ? null : (
        <button
          type="button"
          aria-label={`Remove filter: ${sentence}`}
          onClick={() => onChange([])}
          className="grid w-6 flex-none place-items-center border-l border-line text-ink-3 outline-offset-[-2px] hover:bg-hover hover:text-ink max-md:w-8"
        >
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
