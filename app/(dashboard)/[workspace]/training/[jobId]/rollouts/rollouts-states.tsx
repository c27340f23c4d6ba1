import Link from "next/link";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { Workspace } from "@/lib/workspace/workspace";

function BackToJob({ workspace, jobId }: { workspace: Workspace; jobId: string }) {
  return (
    <Button asChild size="small">
      <Link href={`/${workspace.slug}/training/${encodeURIComponent(jobId)}`}>Open the job</Link>
    </Button>
  );
}

/** The service tells nothing of what was sent: which operation it lacks, and what stands in its place. */
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
      title="This connection does not offer reading rollouts"
      actions={
        <>
          <BackToJob workspace={workspace} jobId={jobId} />
          <Button asChild kind="ghost" size="small">
            <Link href="/settings/connections">Open connections</Link>
          </Button>
        </>
      }
    >
      The service has no <span className="text-code">{operation}</span>: what was sent to train on stays with the
      program that sent it. The job's events still tell mean reward and spread where its trainer measures them, and
      trajectories can be read before they are sent, in New job.
    </PaneState>
  );
}

/** The model has no trajectories: nothing was sent yet, or it was deleted with the model. */
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
      title={isDeleted ? "The rollouts were deleted with their model" : "Nothing was sent for this model"}
      actions={<BackToJob workspace={workspace} jobId={record.id} />}
    >
      {isDeleted ? (
        <>
          The model <span className="text-code">{record.model_name}</span> is gone, and with it the data of its jobs and
          its logs. The job and its events stay.
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
