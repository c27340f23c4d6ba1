import Link from "next/link";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { Workspace } from "@/lib/workspace/workspace";

function BackToJob({ workspace, jobId }: { workspace: Workspace; jobId: string }) {
  return (
    <Button asChild size="small">
      <Link href={`/${workspace.slug}/training/${encodeURIComponent(jobId)}`}>Open job</Link>
    </Button>
  );
}

/** Shown when the service cannot return rollouts: names the missing operation and the alternatives. */
export function RolloutsUnsupported({
  workspace,
  jobId,
  operation,
}: {
  workspace: Workspace;
  jobId: string;
  operation: string;
}) {
  return (
    <PaneState
      kind="not-offered"
      title="This connection does not support rollouts"
      actions={
        <>
          <BackToJob workspace={workspace} jobId={jobId} />
          <Button asChild kind="ghost" size="small">
            <Link href="/settings/connections">Open connections</Link>
          </Button>
        </>
      }
    >
      The service does not support <span className="text-code">{operation}</span>, so trajectories remain only with the
      program that sent them. The job's events still show mean reward and spread if its trainer reports them, and New
      job shows trajectories before they are sent.
    </PaneState>
  );
}

/** Shown when the model has no trajectories: none were sent yet, or they were deleted with the model. */
export function NoRollouts({
  workspace,
  record,
  isDeleted,
}: {
  workspace: Workspace;
  record: JobRecord;
  isDeleted: boolean;
}) {
  return (
    <PaneState
      kind="empty"
      title={isDeleted ? "Rollouts were deleted with their model" : "No rollouts for this model yet"}
      actions={<BackToJob workspace={workspace} jobId={record.id} />}
    >
      {isDeleted ? (
        <>
          The model <span className="text-code">{record.model_name}</span> was deleted together with the data of its
          jobs and its logs. The job and its events are kept.
        </>
      ) : (
        <>
          Trajectories appear here with the first job of <span className="text-code">{record.model_name}</span>, or its
          first <span className="text-code">POST /v1/preview/models/{record.model_id}/log</span>.
        </>
      )}
    </PaneState>
  );
}
