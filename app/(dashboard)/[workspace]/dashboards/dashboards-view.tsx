"use client";

import { useQuery } from "@tanstack/react-query";
import { DashboardsTable } from "@/app/(dashboard)/[workspace]/dashboards/list/dashboards-table";
import { ImportDashboard } from "@/app/(dashboard)/[workspace]/dashboards/list/import-dashboard";
import { NewDashboardMenu } from "@/app/(dashboard)/[workspace]/dashboards/list/new-dashboard-menu";
import { TemplateList } from "@/app/(dashboard)/[workspace]/dashboards/list/template-list";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

/** The dashboards of a workspace. */
export function DashboardsView() {
  return <WorkspaceGate>{(workspace) => <DashboardsPane key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function DashboardsPane({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member") === true;
  const list = useQuery(appQuery("dashboards.list", { workspaceId: workspace.id }));
  const dashboards = list.data?.dashboards ?? [];
  const failure = list.error ? failureOf(list.error) : null;
  return (
    <>
      <PageHead title="Dashboards" {...(dashboards.length > 0 ? { count: formatCount(dashboards.length) } : {})}>
        {isMember ? (
          <span className="ml-auto flex items-center gap-2">
            <ImportDashboard workspace={workspace} />
            <NewDashboardMenu workspace={workspace} />
          </span>
        ) : null}
      </PageHead>
      {list.isPending ? <ProgressBar label="Loading dashboards" /> : null}
      {failure && dashboards.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isPending ? null : dashboards.length === 0 ? (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto border-t border-line py-8">
          <PaneState kind="empty" title="No dashboards yet">
            A dashboard is a page of figures that you choose: calls, threads, users, scores, latency and cost, for any
            filter and by any group. {isMember ? "Begin with one of these." : "Members of the workspace create them."}
          </PaneState>
          {isMember ? <TemplateList workspace={workspace} /> : null}
        </div>
      ) : (
        <DashboardsTable workspace={workspace} dashboards={dashboards} isMember={isMember} />
      )}
      <PageFoot>
        <span>{countOf(dashboards.length, "dashboard")}</span>
        <span className="max-md:hidden">everybody in the workspace sees them</span>
        {failure && dashboards.length > 0 ? (
          <span className="text-warn">could not refresh: {failure.message}</span>
        ) : null}
      </PageFoot>
    </>
  );
}
