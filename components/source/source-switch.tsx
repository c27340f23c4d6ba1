"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice } from "@/components/ui/menu";
import { Tooltip } from "@/components/ui/tooltip";
import { callSources } from "@/lib/api/contract/calls/call-sources";
import { DEFAULT_SOURCE_CHOICE, type SourceChoice, sourceNames } from "@/lib/calls/source-choice";
import { type CountedCalls, type SourceCounts, sourceCount, useSourceCounts } from "./use-source-counts";

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
      trigger={
        <Button size="small" aria-label={`Calls from: ${name}`} className="font-normal">
          {name}
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
        </Button>
      }
    >
      <Choices {...choices} />
    </Menu>
  );
}

/** Drawn while the menu is open: the numbers are those of that time. */
function Choices({ connectionId, choice, onChange, callsNow, unit }: Omit<SourceSwitchProps, "isByFilter">) {
  const [calls] = useState(callsNow);
  const counts = useSourceCounts(connectionId, calls);
  const isShown = (source: SourceChoice) =>
    source === choice || source === DEFAULT_SOURCE_CHOICE || counts.counts?.get(source) !== undefined;
  return (["all", ...callSources.filter(isShown)] as const).map((source) => (
    <Choice key={source} choice={source} chosen={choice} {...{ onChange, counts, unit }} />
  ));
}

type ChoiceProps = {
  choice: SourceChoice;
  chosen: SourceChoice;
  onChange: (choice: SourceChoice) => void;
  counts: SourceCounts;
  unit: string | undefined;
};

function Choice({ choice, chosen, onChange, counts: { counts, hasFailed }, unit }: ChoiceProps) {
  const known = counts === null ? null : countOf(counts, choice);
  return (
    <MenuChoice isChosen={choice === chosen} onSelect={() => onChange(choice)}>
      <span className="min-w-24">{sourceNames[choice]}</span>
      <span className="ml-auto pl-3 text-ink-3 tabular-nums">
        {known === null ? (hasFailed ? "not counted" : "…") : sourceCount(known, unit)}
      </span>
    </MenuChoice>
  );
}

function countOf(counts: ReadonlyMap<string, number>, choice: SourceChoice): number {
  if (choice !== "all") return counts.get(choice) ?? 0;
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
