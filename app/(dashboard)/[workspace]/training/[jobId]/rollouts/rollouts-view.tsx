"use client";

import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PageState } from "@/components/state/page-state";
import { useJob } from "@/components/training/jobs/use-job";
import { useBatches } from "@/components/training/trajectories/use-batches";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import type { Workspace } from "@/lib/workspace/workspace";
import { RolloutsPage } from "./rollouts-page";

const NoRollouts = partLoadedLater(async () => (await import("./rollouts-states")).NoRollouts);
const UnreadBatches = partLoadedLater(async () => (await import("./unread-batches")).UnreadBatches);
const RolloutsUnsupported = partLoadedLater(async () => (await import("./rollouts-states")).RolloutsUnsupported);

const TITLE = "Rollouts";

/** The trajectories that were sent for training or logged: step, group, trajectory. */
export function RolloutsView({ jobId }: { jobId: string }) {
  return (
    <WorkspaceGate>
      {(workspace) => <JobGate key={`${workspace.id} ${jobId}`} workspace={workspace} jobId={jobId} />}
    </WorkspaceGate>
  );
}

/** Loads the model of the job: steps belong to a model. */
function JobGate({ workspace, jobId }: { workspace: Workspace; jobId: string }) {
  const job = useJob(workspace, jobId, false);
  if (job.isPending) return <ProgressBar label="Loading job" />;
  if (job.record) return <BatchGate workspace={workspace} record={job.record} />;
  return (
    <PageState title={TITLE}>
      {job.failure ? (
        <FailureState failure={job.failure} onRetry={job.retry} />
      ) : (
        <RolloutsUnsupported workspace={workspace} jobId={jobId} operation="GET /v1/preview/training-jobs/{id}" />
      )}
    </PageState>
  );
}

function BatchGate({ workspace, record }: { workspace: Workspace; record: JobRecord }) {
  const isLive = isGoingOn(record.status);
  const batches = useBatches(workspace.connectionId, record.model_id, isLive);
  if (batches.isPending) return <ProgressBar label="Loading batches of the model" />;
  if (batches.data && batches.data.items.length > 0)
    return <RolloutsPage workspace={workspace} record={record} batches={batches.data} />;
  return (
    <PageState title={TITLE}>
      {batches.data ? (
        <NoRollouts workspace={workspace} record={record} isDeleted={false} />
      ) : (
        <UnreadBatches
          workspace={workspace}
          record={record}
          failure={failureOf(batches.error)}
          onRetry={() => void batches.refetch()}
        />
      )}
    </PageState>
  );
}
