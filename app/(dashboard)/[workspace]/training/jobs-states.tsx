"use client";

import Link from "next/link";
import { useBaseUrl } from "@/components/session/use-base-url";
import { PaneState } from "@/components/state/pane-state";
import { FollowForm } from "@/components/training/lists/follow-form";
import { Button } from "@/components/ui/button";
import { Snippet } from "@/components/ui/snippet";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

/** A first training script for the public client, with the URLs of this workspace. */
function firstTraining(baseUrl: string, projectId: string): string {
  const { project } = splitProject(projectId);
  return [
    "import art",
    "from art.serverless.backend import ServerlessBackend",
    `backend = ServerlessBackend(api_key="<a key of the service>", base_url="${baseUrl}/v1")`,
    `model = art.TrainableModel(name="agent", project="${project}", base_model="heddle/bytes-blank-1")`,
    "await model.register(backend)",
    "await model.train(trajectory_groups)",
  ].join("\n");
}

/** Shown without jobs: what a job is, and the shortest way to the first one. */
export function NoJobs({ workspace, hrefOf }: { workspace: Workspace; hrefOf: (id: string) => string }) {
  const snippet = firstTraining(useBaseUrl(workspace.connectionId), workspace.projectId);
  return (
    <PaneState
      kind="empty"
      title={`No training jobs in ${splitProject(workspace.projectId).project} yet`}
      extra={
        <>
          <Snippet text={snippet} noun="program" />
          <FollowForm label="Or open a job by id" hrefOf={hrefOf} />
        </>
      }
      actions={
        <Button asChild size="small">
          <Link href={`/${workspace.slug}/training/new`}>New job</Link>
        </Button>
      }
    >
      A job trains a model on groups of trajectories with rewards, and creates a checkpoint.
    </PaneState>
  );
}

/** Shown when no job has the status: names it and clears the filter. */
export function NoMatchingJobs({ status, onClear }: { status: string; onClear: () => void }) {
  return (
    <PaneState
      kind="no-match"
      title={`No ${status} jobs`}
      actions={
        <Button size="small" onClick={onClear}>
          Any status
        </Button>
      }
    >
      The filter is <span className="text-code text-ink">status:{status}</span>.
    </PaneState>
  );
}
