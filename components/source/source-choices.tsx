"use client";

import { useState } from "react";
import { MenuChoice } from "@/components/ui/menu";
import { callSources } from "@/lib/api/contract/calls/call-sources";
import { DEFAULT_SOURCE_CHOICE, type SourceChoice, sourceNames } from "@/lib/calls/source-choice";
import type { SourceSwitchProps } from "./source-switch-props";
import { type SourceCounts, sourceCount, useSourceCounts } from "./use-source-counts";

/** The choices with their numbers, drawn while the menu is open: the numbers are those of that time. */
export function SourceChoices({
  connectionId,
  choice,
  onChange,
  callsNow,
  unit,
}: Omit<SourceSwitchProps, "isByFilter">) {
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
