"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useHasRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { FirstCall } from "./first-call";
import { attemptStart, FirstCallListener } from "./first-call-listener";
import { StartOptions } from "./start-options";
import { useArrivedCall } from "./use-arrived-call";

const LOCAL = "local";
const POLL_INTERVAL_MS = 1000;

type WorkspaceStartProps = {
  workspace: Workspace;
  /** Called when the first call is stored; absent where the page is opened on purpose and stays. */
  onArrived?: () => void;
  onSkip?: () => void;
};

/** The start page of a workspace: how to send calls, and other ways to start. */
export function WorkspaceStart({ workspace, onArrived, onSkip }: WorkspaceStartProps) {
  const { connectionId, projectId, slug } = workspace;
  const isMember = useHasRole("member");
  const connections = useQuery(appQuery("connections.list", {}));
  const stored = useQuery({
    ...serviceQuery(connectionId, "calls.queryStats", { project_id: projectId, limit: 1 }),
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
    retry: false,
  });
  const hasArrived = (stored.data?.count ?? 0) > 0;
  const [since] = useState(attemptStart);
  const arrived = useArrivedCall(workspace, since, hasArrived && onArrived === undefined);
  // The outside system is the service: its first call may come from any program at any time.
  useEffect(() => {
    if (hasArrived) onArrived?.();
  }, [hasArrived, onArrived]);
  if (connections.isError) {
    return <FailureState failure={failureOf(connections.error)} onRetry={() => void connections.refetch()} />;
  }
  const connection = connections.data?.connections.find(({ id }) => id === connectionId);
  if (!connection || isMember === undefined) return <ProgressBar label="Loading the service address" />;
  return (
    <FirstCall
      serviceUrl={connection.baseUrl}
      projectId={projectId}
      workspaceSlug={slug}
      keys={connectionId !== LOCAL ? "elsewhere" : isMember ? "offered" : "viewer"}
      listener={(place) => (
        <FirstCallListener
          connectionId={connectionId}
          target={place}
          project={projectId}
          isFailing={stored.isError}
          isMember={isMember}
          since={since}
          arrived={arrived && { call: arrived, href: `/${slug}/traces/${encodeURIComponent(arrived.id)}` }}
          promise={
            onArrived
              ? "The list opens automatically when the first call is stored."
              : "The call is shown here when it is stored."
          }
        />
      )}
      aside={
        <StartOptions workspaceSlug={slug} connectionId={connectionId} projectId={projectId} isMember={isMember} />
      }
      {...(onSkip === undefined ? {} : { onSkip })}
      hasCalls={onArrived === undefined && hasArrived}
    />
  );
}
