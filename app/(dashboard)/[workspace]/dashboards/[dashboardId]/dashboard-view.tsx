"use client";

import { useQuery } from "@tanstack/react-query";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { DashboardPane } from "./dashboard-pane";

/** A dashboard: its panels, or the reason why there are none. */
export function DashboardView({ dashboardId }: { dashboardId: string }) {
  return (
    <WorkspaceGate>{(workspace) => <Loaded key={workspace.id} workspace={workspace} id={dashboardId} />}</WorkspaceGate>
  );
}

function Loaded({ workspace, id }: { workspace: Workspace; id: string }) {
  const isMember = useHasRole("member");
  const read = useQuery(appQuery("dashboards.read", { workspaceId: workspace.id, id }));
  const failure = read.error ? failureOf(read.error) : null;
  if (read.data && isMember !== undefined)
    return <DashboardPane key={id} workspace={workspace} saved={read.data.dashboard} isMember={isMember} />;
  if (failure?.kind === "not-found")
    return (
      <PaneState
        kind="no-match"
        title="This dashboard does not exist"
        actions={
          <Button asChild size="small">
            <Link href={`/${workspace.slug}/dashboards`}>Open the list</Link>
          </Button>
        }
      >
        It may have been deleted, or belongs to another workspace.
      </PaneState>
    );
  if (failure)
    return <FailureState failure={failure} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />;
  return <ProgressBar label="Loading the dashboard" />;
}
