"use client";

import { useMemo } from "react";
import type { Panels } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/data/use-panels";
import { useUserNames } from "@/components/session/use-user-names";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import type { Measured } from "@/lib/api/contract/measures/measures";
import type { TimeRange } from "@/lib/filter/time-range";
import { BarsPanel } from "./bars-panel";
import { HeatPanel } from "./heat-panel";
import { LinesPanel } from "./lines-panel";
import { NumberPanel } from "./number-panel";
import { PanelNote, PanelSkeleton } from "./panel-note";
import type { PanelData } from "./panel-series";
import { panelTitle } from "./panel-words";
import { RowsPanel } from "./rows-panel";
import type { SharedPlot } from "./shared-plot";

const TextPanel = partLoadedLater(async () => (await import("./text-panel")).TextPanel);

type PanelViewProps = {
  panel: DashboardPanel;
  panels: Panels;
  slug: string;
  range: TimeRange;
  plot: SharedPlot;
  deployments: DeploymentsList | null;
};

/** A panel, or why it cannot be drawn. */
export function PanelView({ panel, panels, slug, range, plot, deployments }: PanelViewProps) {
  const { asked, answer } = panels;
  const own = asked.get(panel.id);
  const title = panelTitle(panel);
  if (panel.kind === "text") return <TextPanel panel={panel} />;
  if (own?.problem)
    return (
      <PanelNote title={title} isFailure>
        {own.problem}
      </PanelNote>
    );
  const result = own?.key ? answer?.results.get(own.key) : undefined;
  if (!answer || !own || !result) return <PanelSkeleton title={title} isNumber={panel.kind === "number"} />;
  if (result.measured === null)
    return (
      <PanelNote title={title} isFailure>
        {result.problem ?? "The service returned no figure."}
      </PanelNote>
    );
  return (
    <DrawnPanel
      panel={panel}
      measured={result.measured}
      before={answer.before}
      nowMs={answer.requestedAtMs}
      {...{ slug, range, plot, deployments, query: own.query }}
    />
  );
}

type DrawnPanelProps = Pick<PanelViewProps, "panel" | "slug" | "range" | "plot" | "deployments"> & {
  measured: Measured;
  before: string | null;
  nowMs: number;
  query: string;
};

function DrawnPanel({ panel, measured, before, nowMs, slug, range, query, ...time }: DrawnPanelProps) {
  const userNames = useUserNames(panel.by === "key");
  const data = useMemo(
    (): PanelData => ({
      ...{ panel, measured, before, nowMs, userNames },
      scope: { slug, query, source: "all", areRootsOnly: panel.rootsOnly, range },
    }),
    [panel, measured, before, nowMs, userNames, slug, query, range],
  );
  // A number without calls is 0 or a dash.
  const isEmpty = measured.total.calls === 0 && panel.kind !== "number";
  if (isEmpty)
    return (
      <PanelNote title={panelTitle(panel)} isFailure={false}>
        {panel.figure === "score" ? `No call in this range has ${panel.score}.` : "No call in this range matches."}
      </PanelNote>
    );
  switch (panel.kind) {
    case "number":
      return <NumberPanel data={data} />;
    case "bars":
      return <BarsPanel data={data} {...time} />;
    case "heat":
      return <HeatPanel data={data} />;
    case "lines":
      return <LinesPanel data={data} {...time} />;
    default:
      return <RowsPanel data={data} />;
  }
}
