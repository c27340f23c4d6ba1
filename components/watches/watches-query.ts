import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** Watches are judged each minute. */
const REFRESH_MS = 30_000;

/** Returns query options of the watches of a workspace. */
export function watchesQuery({ connectionId, projectId }: Workspace, isLive = false) {
  return {
    ...serviceQuery(connectionId, "watches.list", { project_id: projectId }),
    retry: false,
    // A service without the operation is not asked again.
    refetchInterval: ({ state }: { state: { error: unknown } }) =>
      isLive && state.error === null ? REFRESH_MS : false,
  } as const;
}

/** Returns query options of the channels of a workspace. */
export function channelsQuery({ connectionId, projectId }: Workspace) {
  return { ...serviceQuery(connectionId, "watchChannels.list", { project_id: projectId }), retry: false };
}

/** Returns query options of the rules of one training run, of the run of a job, or of all runs of the project. */
export function runWatchQuery(
  { connectionId, projectId }: Workspace,
  subject: { readonly runId?: string | undefined; readonly jobId?: string | undefined } = {},
) {
  const { runId: run_id = null, jobId: job_id = null } = subject;
  const options = serviceQuery(connectionId, "runWatches.read", { project_id: projectId, run_id, job_id });
  return { ...options, retry: false } as const;
}

/** Returns query options of the training runs of a workspace that are watched. */
export function runWatchesQuery({ connectionId, projectId }: Workspace) {
  return { ...serviceQuery(connectionId, "runWatches.list", { project_id: projectId }), retry: false } as const;
}

/** Returns query options of what fired and resolved in a workspace. */
export function notificationsQuery({ connectionId, projectId }: Workspace) {
  return { ...serviceQuery(connectionId, "watches.notifications", { project_id: projectId }), retry: false } as const;
}

/** Returns query options of what is sent to the channels of a workspace besides watches. */
export function subscriptionsQuery({ connectionId, projectId }: Workspace) {
  return { ...serviceQuery(connectionId, "eventSubscriptions.list", { project_id: projectId }), retry: false } as const;
}
