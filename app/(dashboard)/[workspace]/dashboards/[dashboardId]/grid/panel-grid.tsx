"use client";

import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Panels } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/data/use-panels";
import type { DashboardDraft } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/edit/use-dashboard-draft";
import { PanelView } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/panels/panel-view";
import { useTimeRange } from "@/components/address/use-time-range";
import type { DashboardContent } from "@/lib/api/contract/app/dashboards";
import { MAX_PANELS } from "@/lib/api/contract/app/panel-rules";
import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import { classNames } from "@/lib/style/class-names";
import { EditedPanel } from "./edited-panel";
import { panelClass } from "./panel-class";
import { usePanelDrag } from "./use-panel-drag";

type PanelGridProps = {
  draft: DashboardDraft;
  content: DashboardContent;
  panels: Panels;
  slug: string;
  deployments: DeploymentsList | null;
  isEditing: boolean;
};

/** The panels in their order, on twelve columns. They share the crosshair and the range that a drag chooses. */
export function PanelGrid({ draft, content, panels, slug, deployments, isEditing }: PanelGridProps) {
  const { chosen } = draft;
  const list = content.panels;
  const grid = useRef<HTMLUListElement>(null);
  const [crossMs, setCrossMs] = useState<number | null>(null);
  const { range, setRange } = useTimeRange();
  const { draggedId, target, handlersOf } = usePanelDrag((id, { id: at, isAfter }) => {
    const others = list.filter((panel) => panel.id !== id);
    draft.move(id, others.findIndex((panel) => panel.id === at) + (isAfter ? 1 : 0));
    draft.choose(id);
  });
  const chosenId = chosen?.id;
  // The outside system is the scroll position: a panel that keys choose or move stays in sight.
  useEffect(() => {
    if (chosenId === undefined) return;
    grid.current?.querySelector(`[data-panel="${chosenId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);
  const plot = {
    crossMs,
    onCrosshairMove: setCrossMs,
    onZoom: (zoom: { fromMs: number; toMs: number } | null) => {
      const t = new URLSearchParams(window.location.search).get("t");
      const iso = (timeMs: number) => new Date(timeMs).toISOString();
      setRange({ t, ...(zoom ? { from: iso(zoom.fromMs), to: iso(zoom.toMs) } : { from: null, to: null }) });
    },
  };
  return (
    <ul
      ref={grid}
      aria-label="Panels"
      className={classNames("grid grid-cols-12 content-start", isEditing && "gap-1.5 p-1.5")}
    >
      {list.map((panel, position) => {
        const view = <PanelView {...{ panel, panels, slug, range, plot, deployments }} />;
        return (
          <li
            key={panel.id}
            data-panel={panel.id}
            className={classNames(
              "relative min-w-0",
              panelClass(panel),
              isEditing ? "rounded-control border border-line bg-bg" : "border-r border-b border-line",
            )}
          >
            {isEditing ? (
              <EditedPanel
                panel={panel}
                position={position}
                count={list.length}
                isChosen={panel.id === chosenId}
                isDragged={panel.id === draggedId}
                dropSide={
                  target?.id === panel.id && draggedId !== panel.id ? (target.isAfter ? "after" : "before") : null
                }
                onChoose={() => draft.choose(panel.id)}
                handlers={handlersOf(panel.id)}
              >
                {view}
              </EditedPanel>
            ) : (
              view
            )}
          </li>
        );
      })}
      {isEditing && list.length < MAX_PANELS ? (
        <li className="col-span-4 max-lg:col-span-6 max-md:col-span-12">
          <button
            type="button"
            onClick={() => draft.add()}
            className="flex h-full min-h-24 w-full items-center justify-center gap-2 rounded-control border border-dashed border-line-strong text-small text-ink-2 hover:bg-hover"
          >
            <Plus size={14} strokeWidth={1.7} aria-hidden="true" />
            Add a panel
          </button>
        </li>
      ) : null}
    </ul>
  );
}
