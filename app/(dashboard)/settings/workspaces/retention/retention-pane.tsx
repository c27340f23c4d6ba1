"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { WorkspacePane } from "@/app/(dashboard)/settings/workspaces/pane/workspace-pane";
import { useHasRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { retentionDraftOf } from "./prepare-retention";
import { RetentionForm } from "./retention-form";

type RetentionPaneProps = { workspace: Workspace; onClose: () => void };

/** How long the project of a workspace keeps its calls. Each user may read it; admins set it, on this service only. */
export function RetentionPane({ workspace, onClose }: RetentionPaneProps) {
  const { connectionId, connectionName, projectId, slug } = workspace;
  const isAdmin = useHasRole("admin", workspace);
  const query = useQuery(serviceQuery(connectionId, "retention.read", { project_id: projectId }));
  const isOwn = connectionId === "local";
  const retry = () => void query.refetch();
  let content: ReactNode;
  if (query.isError) {
    const failure = failureOf(query.error);
    content =
      failure.kind === "unsupported" ? (
        <UnsupportedState connectionName={connectionName} what="a retention" operation="retention.read" onRetry={retry}>
          . It decides itself how long it keeps calls.
        </UnsupportedState>
      ) : (
        <FailureState failure={failure} onRetry={retry} isRetrying={query.isFetching} />
      );
  } else if (query.data === undefined || isAdmin === undefined) {
    content = (
      <div role="status" aria-label="Loading the retention" className="grid gap-3 px-4 py-2 max-md:px-3">
        <Skeleton className="w-40" />
        <Skeleton className="w-52" />
      </div>
    );
  } else {
    const stored = retentionDraftOf(query.data);
    content = (
      <>
        <p className="px-4 pb-2.5 text-small text-ink-2 max-md:px-3">
          Whole traces are deleted, the oldest first. A trace with a newer or a running call is kept, and so are
          objects, tables, prices and feedback. Limits apply when they are saved, and then daily.
        </p>
        {isAdmin && isOwn ? null : (
          <p className="px-4 pb-2.5 text-small text-ink-3 max-md:px-3">
            {isOwn
              ? "Only admins can change the retention."
              : `An admin of ${connectionName} can change it in its own dashboard.`}
          </p>
        )}
        <RetentionForm
          key={JSON.stringify([projectId, stored])}
          workspace={workspace}
          stored={stored}
          isEditable={isAdmin && isOwn}
        />
      </>
    );
  }
  return (
    <WorkspacePane title={`Retention of ${slug}`} closeLabel="Close the retention" onClose={onClose}>
      {content}
    </WorkspacePane>
  );
}
