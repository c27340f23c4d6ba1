"use client";

import { useMemo } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { findGrouping } from "@/lib/calls/grouping";
import { MeasuredRows } from "./measured-rows";
import type { PanelData } from "./panel-series";
import { panelTitle } from "./panel-words";
import { prepareBins, prepareGroups } from "./prepare-rows";

/** The groups of a measure, or how its values are distributed. */
export function RowsPanel({ data }: { data: PanelData }) {
  const { panel } = data;
  const prepared = useMemo(
    () => (panel.kind === "table" ? prepareGroups(data) : prepareBins(data)),
    [panel.kind, data],
  );
  const title = panelTitle(panel);
  const unit =
    panel.kind === "table" ? `by ${findGrouping(panel.by)?.label ?? panel.by}, calls at the right` : "calls, share";
  return (
    <ChartFrame
      title={title}
      unit={unit}
      summary={prepared.summary}
      table={prepared.table}
      fileName={title}
      isDrawing={false}
      className="h-full"
    >
      {prepared.rows.length === 0 ? (
        <p className="px-4 py-2 text-small text-ink-2 max-md:px-3">No call in this range has a value.</p>
      ) : (
        <MeasuredRows label={title} prepared={prepared} />
      )}
    </ChartFrame>
  );
}
