"use client";

import { Command } from "cmdk";
import { CornerDownRight } from "lucide-react";
import { PaletteItem } from "./palette-item";
import type { PaletteGroup } from "./use-palette-results";

type FoundItemsProps = { groups: readonly PaletteGroup[]; onOpen: (href: string) => void };

/** What the palette found in the project. */
export function FoundItems({ groups, onOpen }: FoundItemsProps) {
  return groups.map(({ title, results }) => (
    <Command.Group key={title} heading={title} forceMount>
      {results.map(({ id, noun, name, note, href }) => (
        <PaletteItem key={id} value={id} onSelect={() => onOpen(href)} isAlways>
          <CornerDownRight size={15} strokeWidth={1.7} aria-hidden="true" />
          <span className="flex-none text-ink-3">{noun}</span>
          <span className="truncate text-code">{name}</span>
          {note === null ? null : <span className="ml-auto truncate pl-4 text-small text-ink-3">{note}</span>}
        </PaletteItem>
      ))}
    </Command.Group>
  ));
}
