"use client";

import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { choicesLoadedLater } from "@/components/ui/menu-choices";
import { Tooltip } from "@/components/ui/tooltip";
import { sourceNames } from "@/lib/calls/source-choice";
import type { SourceSwitchProps } from "./source-switch-props";

/** Only an open menu needs them, with what counts calls. */
const SourceChoices = choicesLoadedLater(async () => (await import("./source-choices")).SourceChoices);

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
