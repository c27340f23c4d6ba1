"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { monitorsQuery } from "@/components/evaluation/monitors/monitors-query";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { MonitorForm } from "./monitor-form";

/** Creates a monitor, or changes the one that the address names. */
export function MonitorView() {
  return <WorkspaceGate>{(workspace) => <MonitorPane key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function MonitorPane({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  const [id] = useQueryState("monitor", parseAsString);
  const list = useQuery(monitorsQuery(workspace));
  const failure = list.error ? failureOf(list.error) : null;
  const record = list.data?.monitors.find((monitor) => monitor.id === id) ?? null;
  if (isMember === undefined || list.isPending) return <ProgressBar label="Loading the monitor" />;
  if (isMember && list.data && (id === null || record !== null))
    return <MonitorForm key={id} workspace={workspace} monitor={record} />;
  return (
    <>
      <PageHead title={id === null ? "New monitor" : "Monitor"} count={`in ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        {!isMember ? (
          <PaneState kind="locked" title="This is not permitted">
            Judges cost money, so monitors need the member role. Ask an admin.
          </PaneState>
        ) : failure?.kind === "unsupported" ? (
          <UnsupportedState
            connectionName={workspace.connectionName}
            what="scoring live calls"
            operation="monitors.list"
            onRetry={() => void list.refetch()}
          >
            . Scores that clients write as feedback are shown all the same.
          </UnsupportedState>
        ) : failure ? (
          <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        ) : (
          <PaneState
            kind="no-match"
            title="This monitor does not exist"
            actions={
              <Button asChild size="small">
                <Link href={`/${workspace.slug}/evaluations/scoring`}>Open the list</Link>
              </Button>
            }
          >
            It may have been deleted.
          </PaneState>
        )}
      </div>
    </>
  );
}
