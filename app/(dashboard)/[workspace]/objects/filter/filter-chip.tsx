"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Input } from "@/components/form/input";
import { Popover } from "@/components/ui/popover";

const CHIP_CLASS =
  "inline-flex h-(--ctl-h-small) max-w-full flex-none items-stretch overflow-hidden rounded-chip border border-line-strong bg-surface text-small whitespace-nowrap max-md:h-8";
const INNER_CLASS = "flex min-w-0 items-center gap-1.5 px-1.5 outline-offset-[-2px] hover:bg-hover";

type ListChipProps = {
  label: string;
  chosen: readonly string[];
  /** Suggested values; other values can be typed. */
  choices: readonly string[];
  onChange: (chosen: string[]) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** `Class is any of Prompt, Model +2`: a click opens the list of values. */
export function ListChip({ label, chosen, choices, onChange, isOpen, onOpenChange }: ListChipProps) {
  const [text, setText] = useState("");
  const all = [...new Set([...chosen, ...choices])];
  const shown = all.filter((choice) => choice.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  const words = chosen.length === 0 ? "any" : chosen.slice(0, 3).join(", ");
  const rest = chosen.length > 3 ? ` +${chosen.length - 3}` : "";
  return (
    <span className={CHIP_CLASS}>
      <Popover
        label={label}
        className="w-60"
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        trigger={
          <button type="button" className={INNER_CLASS}>
            <span className="text-ink-2">{label}</span>
            <span className="text-ink-3">{chosen.length > 1 ? "is any of" : "is"}</span>
            <span className="max-w-60 truncate font-medium">
              {words}
              {rest}
            </span>
          </button>
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const value = text.trim();
            if (value !== "" && !chosen.includes(value)) onChange([...chosen, value]);
            setText("");
          }}
        >
          <Input
            size="small"
            aria-label={`Find or type: ${label}`}
            placeholder="Find, or type a value and press Enter"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="mb-1.5"
          />
        </form>
        <ul className="max-h-64 overflow-auto">
          {shown.map((choice) => (
            <li key={choice} className="flex h-[26px] items-center rounded-chip px-1.5 hover:bg-hover max-md:h-9">
              <label className="flex h-full min-w-0 grow items-center gap-2">
                <Checkbox
                  checked={chosen.includes(choice)}
                  onCheckedChange={() => toggle(choice)}
                  aria-label={choice}
                />
                <span className="truncate">{choice}</span>
              </label>
            </li>
          ))}
          {shown.length === 0 ? (
            <li className="px-1.5 py-1 text-ink-2">No suggestions. Press Enter to use what you typed.</li>
          ) : null}
        </ul>
      </Popover>
      <button
        type="button"
        aria-label={`Remove filter: ${label}`}
        onClick={() => onChange([])}
        className="grid w-6 flex-none place-items-center border-l border-line text-ink-3 outline-offset-[-2px] hover:bg-hover hover:text-ink max-md:w-8"
      >
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  );
}

type ToggleChipProps = { label: string; value: string; isOn: boolean; onToggle: () => void };

/** `Latest only is off`: a click toggles it. */
export function ToggleChip({ label, value, isOn, onToggle }: ToggleChipProps) {
  return (
    <span className={CHIP_CLASS}>
      <button
        type="button"
        aria-pressed={isOn}
        aria-label={`${label} is ${value}`}
        onClick={onToggle}
        className={INNER_CLASS}
      >
        <span className="text-ink-2">{label}</span>
        <span className="text-ink-3">is</span>
        <span className="font-medium">{value}</span>
      </button>
    </span>
  );
}
