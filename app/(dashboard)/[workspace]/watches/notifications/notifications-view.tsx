"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { notificationsQuery } from "@/components/watches/watches-query";
import { WatchesTabs } from "@/components/watches/watches-tabs";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { NotificationsTable } from "./notifications-table";

const REFRESH_MS = 30_000;

/** What fired and resolved in a workspace. */
export function NotificationsView() {
  return <WorkspaceGate>{(workspace) => <NotificationsPane key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

/** Marks all notifications up to one as read. */
function useMarkRead(workspace: Workspace) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  return useMutation({
    mutationFn: (lastId: string) =>
      callOperation(connectionId, "watches.markRead", { body: { project_id: projectId, last_id: lastId } }),
    onSuccess: async (list) => {
      queries.setQueryData(notificationsQuery(workspace).queryKey, list);
      await queries.invalidateQueries({ queryKey: ["service", connectionId, "watches.list"] });
    },
  });
}

function NotificationsPane({ workspace }: { workspace: Workspace }) {
  const list = useQuery({
    ...notificationsQuery(workspace),
    refetchInterval: ({ state: { error } }) => (error === null ? REFRESH_MS : false),
  });
  const markRead = useMarkRead(workspace);
  const { notifications = [], unread_count: unread = 0 } = list.data ?? {};
  const failure = list.error ? failureOf(list.error) : null;
  const [newest] = notifications;
  return (
    <>
      <PageHead title="Watches">
        <WatchesTabs slug={workspace.slug} current="notifications" />
        {newest && unread > 0 ? (
          <Button
            size="small"
            className="ml-auto"
            isBusy={markRead.isPending}
            onClick={() => markRead.mutate(newest.id)}
          >
            Mark as read
          </Button>
        ) : null}
      </PageHead>
      {list.isPending ? <ProgressBar label="Loading notifications" /> : null}
      {failure?.kind === "unsupported" ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="a list of what fired"
          operation="watches.notifications"
          onRetry={() => void list.refetch()}
        >
          . Each watch has its own history.
        </UnsupportedState>
      ) : failure && notifications.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isPending ? null : notifications.length === 0 ? (
        <PaneState kind="empty" title="Nothing has fired">
          What fires and resolves, in watches, training runs and budgets, is listed here.
        </PaneState>
      ) : (
        <NotificationsTable slug={workspace.slug} notifications={notifications} />
      )}
      <PageFoot>
        <span>{unread === 0 ? "all read" : `${countOf(unread, "notification")} unread`}</span>
        {markRead.error ? (
          <span role="alert" className="text-err">
            not marked: {markRead.error.message}
          </span>
        ) : null}
        {failure && notifications.length > 0 ? (
          <span className="text-warn">could not refresh: {failure.message}</span>
        ) : null}
      </PageFoot>
    </>
  );
}
