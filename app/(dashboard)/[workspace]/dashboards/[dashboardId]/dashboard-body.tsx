"use client";

import { useRef } from "react";
import type { Panels } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/data/use-panels";
import type { DashboardDraft } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/edit/use-dashboard-draft";
import { PanelGrid } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/grid/panel-grid";
import { CallsFilterBar } from "@/components/calls/calls-filter-bar";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { DashboardContent } from "@/lib/api/contract/app/dashboards";
import type { DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { compileSelection } from "@/lib/calls/calls-query";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

const PanelEditor = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/edit/panel-editor")).PanelEditor,
);

type DashboardBodyProps = {
  workspace: Workspace;
  panels: Panels;
  deployments: DeploymentsList | null;
  draft: DashboardDraft;
  content: DashboardContent;
  isEditing: boolean;
  isMember: boolean;
  saveFailure: ServiceFailure | null;
  onEdit: () => void;
};

/** The panels of a dashboard, with the form of the chosen one beside them while it is edited. */
export function DashboardBody(props: DashboardBodyProps) {
  const { workspace, panels, deployments, draft, content, isEditing, saveFailure } = props;
  const { failure, answer } = panels;
  if (failure?.kind === "unsupported")
    return (
      <UnsupportedState
        connectionName={workspace.connectionName}
        what="dashboards"
        operation="measures.read"
        onRetry={panels.refresh}
      >
        . The overview shows figures of the same calls.
      </UnsupportedState>
    );
  if (failure && answer === null)
    return <FailureState failure={failure} onRetry={panels.refresh} isRetrying={panels.isFetching} />;
  if (content.panels.length === 0 && !isEditing) return <NoPanels {...props} />;
  return (
    <div
      className={classNames(
        "grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] border-t border-line",
        isEditing && "grid-cols-[minmax(0,1fr)_344px] max-lg:grid-cols-[minmax(0,1fr)]",
      )}
    >
      <div className={classNames("min-h-0 min-w-0 overflow-y-auto", isEditing && "bg-sunken")}>
        {panels.isStale || (panels.isFetching && answer === null) ? (
          <ProgressBar label="Loading the panels" className="sticky top-0 z-[4] -mb-0.5" />
        ) : null}
        {failure ? <Notice text={`Not refreshed: ${failure.message}`} /> : null}
        {saveFailure ? <Notice text={`Not saved: ${saveFailure.message}`} /> : null}
        {isEditing ? <CommonFilter workspace={workspace} draft={draft} /> : null}
        <PanelGrid {...{ draft, content, panels, deployments, isEditing }} slug={workspace.slug} />
      </div>
      {isEditing ? (
        <aside
          aria-label="Panel"
          className={classNames(
            "min-h-0 min-w-0 overflow-y-auto border-l border-line",
            "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[62dvh] max-lg:border-t max-lg:border-l-0 max-lg:bg-bg max-lg:shadow-pop",
          )}
        >
          <PanelEditor workspace={workspace} draft={draft} />
        </aside>
      ) : null}
    </div>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p role="alert" className="border-b border-line bg-bg px-4 py-1.5 text-small text-warn max-md:px-3">
      {text}
    </p>
  );
}

/** The filter of all panels. */
function CommonFilter({ workspace, draft }: { workspace: Workspace; draft: DashboardDraft }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const { query } = draft.content;
  const { problems } = compileSelection({
    ...{ projectId: workspace.projectId, query, areRootsOnly: false, fromMs: null, toMs: null },
  });
  return (
    <section aria-label="Filter of all panels" className="border-b border-line bg-bg pt-2.5">
      <CallsFilterBar
        query={query}
        onQueryChange={(next) => draft.change({ query: next })}
        problems={problems}
        seen={{ ops: [] }}
        inputRef={inputRef}
      />
    </section>
  );
}

function NoPanels({ isMember, onEdit }: DashboardBodyProps) {
  return (
    <div className="grid min-h-0 flex-1 border-t border-line">
      <PaneState
        kind="empty"
        title="No panels yet"
        actions={
          isMember ? (
            <Button size="small" onClick={onEdit}>
              Edit
            </Button>
          ) : undefined
        }
      >
        {isMember
          ? "Add panels while editing, or from a chart of the overview by its menu."
          : "Members of the workspace can add some."}
      </PaneState>
    </div>
  );
}
