"use client";

import { type ReactNode, useState } from "react";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { isCallSource } from "@/lib/api/contract/calls/call-sources";
import { type SourceChoice, sourceNames } from "@/lib/calls/source-choice";
import { type CountedCalls, sourceCount, useSourceCounts } from "./use-source-counts";

type NoCallsOfSourceProps = {
  connectionId: string;
  choice: SourceChoice;
  callsNow: () => CountedCalls;
  unit?: string;
  /** The things of the page. */
  things?: string;
  onChange: (choice: SourceChoice) => void;
  loading: ReactNode;
  /** The state where no other source has such calls, or they cannot be counted. */
  children: ReactNode;
};

/** The state for matching calls of other sources only: they are named with their numbers, one press away. */
export function NoCallsOfSource({ choice, onChange, loading, children, ...counted }: NoCallsOfSourceProps) {
  const { connectionId, callsNow, unit, things = "calls" } = counted;
  // The counts are loaded once.
  const [calls] = useState(callsNow);
  const { counts, hasFailed } = useSourceCounts(connectionId, calls);
  const others = [...(counts ?? [])].flatMap(([name, count]) => (isCallSource(name) ? [{ name, count }] : []));
  if (counts === null && !hasFailed) return loading;
  if (others.length === 0) return children;
  return (
    <PaneState
      kind="no-match"
      title={`No ${things} from ${sourceNames[choice].toLowerCase()} here`}
      actions={
        <>
          {others.map(({ name, count }) => (
            <Button key={name} size="small" onClick={() => onChange(name)}>
              {sourceNames[name]} {sourceCount(count, unit)}
            </Button>
          ))}
          <Button size="small" kind="ghost" onClick={() => onChange("all")}>
            All sources
          </Button>
        </>
      }
    >
      All matching calls in this range come from elsewhere.
    </PaneState>
  );
}
