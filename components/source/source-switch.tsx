"use client";

import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { choicesLoadedLater } from "@/components/ui/menu-choices";
import { Tooltip } from "@/components/ui/tooltip";
import { type SourceChoice, sourceNames } from "@/lib/calls/source-choice";
import type { CountedCalls } from "./use-source-counts";

/** Only an open menu needs them, with what counts calls. */
const SourceChoices = choicesLoadedLater(async () => (await import("./source-choices")).SourceChoices);

export type SourceSwitchProps = {
  connectionId: string;
  choice: SourceChoice;
  onChange: (choice: SourceChoice) => void;
  /** True where the filter says itself where calls come from. */
  isByFilter: boolean;
  /** Called when the menu opens, at which a relative range ends. */
  callsNow: () => CountedCalls;
  /** The noun of the counted things, where they are not those of the page. */
  unit?: string;
};

/** Says where the counted calls come from, and changes it; each choice has its number of calls. */
export function SourceSwitch({ isByFilter, ...choices }: SourceSwitchProps) {
  if (isByFilter) {
    return (
      <Tooltip text="The filter names a source, and decides which calls are counted.">
        <Button size="small" aria-disabled className="font-normal text-ink-3">
          Source by filter
        </Button>
      </Tooltip>
    );
  }
  const name = sourceNames[choices.choice];
  return (
    <Menu
      label="Calls from"
      align="end"
      onReach={SourceChoices.preload}
      trigger={
        <Button size="small" aria-label={`Calls from: ${name}`} className="font-normal">
          {name}
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      <SourceChoices {...choices} />
    </Menu>
  );
}
