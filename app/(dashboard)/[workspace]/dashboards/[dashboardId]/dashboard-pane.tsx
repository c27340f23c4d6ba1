"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { usePanels } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/data/use-panels";
import { useDashboardDraft } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/edit/use-dashboard-draft";
import { DashboardHead } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/head/dashboard-head";
import { VariablesBar } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/head/variables-bar";
import { usePanelDeployments } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/panels/use-panel-deployments";
import { useLive } from "@/components/address/use-live";
import { useTimeRange } from "@/components/address/use-time-range";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { useDashboardSave } from "@/components/dashboard/use-dashboard-save";
import { openedLater } from "@/components/dialog/opened-later";
import { useKeys } from "@/components/keyboard/use-keys";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import type { SavedDashboard } from "@/lib/api/contract/app/dashboards";
import type { Workspace } from "@/lib/workspace/workspace";
import { DashboardBody } from "./dashboard-body";
import { DashboardFoot } from "./dashboard-foot";
import { dashboardParams } from "./search-params";

const DiscardChanges = openedLater(
  async () =>
    (await import("@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/edit/discard-changes")).DiscardChanges,
);

type DashboardPaneProps = { workspace: Workspace; saved: SavedDashboard; isMember: boolean };

/** A dashboard, read or edited. */
export function DashboardPane({ workspace, saved, isMember }: DashboardPaneProps) {
  const toast = useToast();
  const [{ edit, ...variables }, setParams] = useQueryStates(dashboardParams);
  const isEditing = edit && isMember;
  const draft = useDashboardDraft(saved.content);
  const { range } = useTimeRange();
  const { isLive } = useLive();
  const [isAsking, setIsAsking] = useState(false);
  const content = isEditing ? draft.content : saved.content;
  const panels = usePanels(workspace, { content, variables, range, isLive: isLive && !isEditing });
  const { list, note } = usePanelDeployments(workspace, panels, content.panels);
  useUnsavedWarning(isEditing && draft.isChanged);
  const stop = (next: SavedDashboard["content"]) => {
    setIsAsking(false);
    draft.reset(next);
    draft.choose(null);
    void setParams({ edit: null });
  };
  const save = useDashboardSave(workspace, (dashboard) => {
    stop(dashboard.content);
    toast("Dashboard saved");
  });
  const begin = () => {
    draft.reset(saved.content);
    void setParams({ edit: true });
  };
  const cancel = () => (draft.isChanged ? setIsAsking(true) : stop(saved.content));
  const submit = () => {
    if (!save.isPending && draft.content.name.trim() !== "") save.mutate({ content: draft.content, before: saved });
  };
  const whileEditing = (act: () => void) => () => {
    if (isEditing) act();
  };
  useKeys("dashboard", {
    e: () => {
      if (isMember && !isEditing) begin();
    },
    n: () => {
      if (!isMember) return;
      if (!isEditing) begin();
      draft.add();
    },
    j: whileEditing(() => draft.step(1)),
    k: whileEditing(() => draft.step(-1)),
    ArrowLeft: whileEditing(() => draft.moveChosen(-1)),
    ArrowRight: whileEditing(() => draft.moveChosen(1)),
    "Shift+ArrowLeft": whileEditing(() => draft.resizeChosen(-1)),
    "Shift+ArrowRight": whileEditing(() => draft.resizeChosen(1)),
    d: whileEditing(draft.copy),
    "#": whileEditing(draft.remove),
    Delete: whileEditing(draft.remove),
    z: whileEditing(draft.undo),
    "Mod+s": whileEditing(submit),
    Escape: whileEditing(() => (draft.chosen ? draft.choose(null) : cancel())),
  });
  return (
    <>
      <DashboardHead
        {...{ workspace, saved, isMember, isEditing, draft }}
        isSaving={save.isPending}
        onEdit={begin}
        onCancel={cancel}
        onSave={submit}
      />
      <VariablesBar
        workspace={workspace}
        query={content.query}
        range={range}
        chosen={variables}
        onChange={(changed) => void setParams(changed, { history: "push" })}
      />
      <DashboardBody
        {...{ workspace, panels, isEditing, isMember, draft, content }}
        deployments={list}
        saveFailure={save.error ? failureOf(save.error) : null}
        onEdit={begin}
      />
      <DashboardFoot panels={panels} count={content.panels.length} note={note} isEditing={isEditing} />
      {isAsking ? <DiscardChanges onDiscard={() => stop(saved.content)} onClose={() => setIsAsking(false)} /> : null}
    </>
  );
}
