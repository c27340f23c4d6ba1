"use client";

import { useMemo, useState } from "react";
import { useTimeRange } from "@/components/address/use-time-range";
import { useChanges } from "@/components/deployments/use-changes";
import type { TracesScope } from "@/lib/address/traces-href";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { groupingOf } from "@/lib/calls/grouping";
import { snapZoom } from "@/lib/chart/bucket-zoom";
import type { Workspace } from "@/lib/workspace/workspace";
import { CallsPanel } from "./calls-panel";
import { LatencyPanel } from "./latency-panel";

type ChartsRowProps = {
  result: CallsFiguresResult;
  scope: TracesScope;
  workspace: Workspace;
  onGroupChange: (name: string) => void;
};

/** Calls and latency over the same time: they share the crosshair and the range that a drag selects. */
export function ChartsRow({ result, scope, workspace, onGroupChange }: ChartsRowProps) {
  const [crossMs, setCrossMs] = useState<number | null>(null);
  const { setRange } = useTimeRange();
  const by = result.groups[0]?.by;
  const grouping = useMemo(() => groupingOf(by), [by]);
  const { changes, deployments, note } = useChanges(workspace, result, scope);
  const shared = {
    changes,
    result,
    scope,
    crossMs,
    onCrosshairMove: setCrossMs,
    onZoom: (zoom: { fromMs: number; toMs: number } | null) => {
      const t = new URLSearchParams(window.location.search).get("t");
      setRange({ t, ...(zoom ? snapZoom(zoom, result) : { from: null, to: null }) });
    },
  };
  return (
    <div className="grid flex-none grid-cols-[7fr_5fr] border-b border-line max-lg:grid-cols-[minmax(0,1fr)]">
      <CallsPanel
        key={grouping.by}
        {...shared}
        grouping={grouping}
        workspace={workspace}
        note={note}
        deployments={deployments}
        onGroupChange={onGroupChange}
      />
      <LatencyPanel {...shared} workspace={workspace} />
    </div>
  );
}
