"use client";

import { Command } from "cmdk";
import type { ReactNode } from "react";
import { KeyCap } from "@/components/ui/key-cap";

type PaletteItemProps = {
  value: string;
  onSelect: () => void;
  keys?: readonly string[];
  /** Shown for every search text, because its list is filtered already. */
  isAlways?: boolean;
  children: ReactNode;
};

/** One line of the palette. */
export function PaletteItem({ value, onSelect, keys = [], isAlways = false, children }: PaletteItemProps) {
  return (
    <Command.Item
      value={value}
      {...(isAlways ? { keywords: ["always"] } : {})}
      onSelect={onSelect}
      className="flex h-8 items-center gap-2.5 px-4 data-[selected=true]:bg-accent-tint data-[selected=true]:shadow-[inset_2px_0_var(--accent)] max-md:h-10 [&>svg]:flex-none [&>svg]:text-ink-3"
    >
      {children}
      {keys.length === 0 ? null : (
        <span className="ml-auto flex gap-1">
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
