"use client";

import { useLoadedDraft } from "@/app/(dashboard)/[workspace]/training/new/keep/use-draft-saving";
import { usePerson } from "@/components/session/use-person";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Workspace } from "@/lib/workspace/workspace";
import { NewJobForm } from "./new-job-form";

/** Turns trajectories from files, threads, traces or tables into a training job of a workspace. */
export function NewJobView() {
  return <WorkspaceGate>{(workspace) => <NewJobForMembers key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function NewJobForMembers({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  if (isMember === undefined) return <ProgressBar label="Loading your role" />;
  if (isMember) return <StoredDraftGate workspace={workspace} />;
  return (
    <>
      <PageHead title="New training job" count={`in ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        <PaneState kind="locked" title="This is not permitted">
          You have read-only access. Ask a member to start the job, or ask an admin for the member role.
        </PaneState>
      </div>
    </>
  );
}

/** The draft of an earlier visit loads before anything is added to it. */
function StoredDraftGate({ workspace }: { workspace: Workspace }) {
  const person = usePerson();
  const beginning = useLoadedDraft(`${workspace.id} ${person?.id ?? ""}`);
  if (beginning === null) return <ProgressBar label="Loading draft" />;
  return <NewJobForm workspace={workspace} beginning={beginning} />;
}
