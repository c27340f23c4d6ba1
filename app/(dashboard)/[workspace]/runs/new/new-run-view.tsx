"use client";

import { useRouter } from "next/navigation";
import { useNamedStart } from "@/app/(dashboard)/[workspace]/runs/new/draft/use-named-start";
import { useRunDraft } from "@/app/(dashboard)/[workspace]/runs/new/draft/use-run-draft";
import { RunForm } from "@/app/(dashboard)/[workspace]/runs/new/parts/run-form";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";

/** Sets up a training run and starts it. */
export function NewRunView() {
  return <WorkspaceGate>{(workspace) => <NewRun key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function NewRun({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  if (isMember === undefined) return <ProgressBar label="Loading your role" />;
  if (isMember) return <Setup workspace={workspace} />;
  return (
    <>
      <PageHead title="New run" count={`in ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        <PaneState kind="locked" title="This is not permitted">
          Training uses the service’s computer and may cost money. It needs the member role. Ask an admin.
        </PaneState>
      </div>
    </>
  );
}

/** The form, filled once with the settings of another run, a checkpoint or prompts, where the address names them. */
function Setup({ workspace }: { workspace: Workspace }) {
  const router = useRouter();
  const control = useRunDraft(workspace.id);
  const start = useNamedStart(workspace, control);
  if (start.error !== null) {
    return (
      <>
        <PageHead title="New run" />
        <div className="grid flex-1 border-t border-line">
          <FailureState failure={failureOf(start.error)} onRetry={start.retry} isRetrying={start.isFetching} />
        </div>
      </>
    );
  }
  if (start.hasLostPrompts) {
    return (
      <>
        <PageHead title="New run" />
        <div className="grid flex-1 border-t border-line">
          <PaneState
            kind="no-match"
            title="The prompts are no longer in this browser"
            actions={
              <Button size="small" onClick={start.forget}>
                Set up a run without them
              </Button>
            }
          >
            They were kept for the tab that they were chosen in. Choose them again on the page that led here.
          </PaneState>
        </div>
      </>
    );
  }
  if (start.isNamed) return <ProgressBar label="Loading the settings of the run" />;
  return (
    <RunForm
      workspace={workspace}
      control={control}
      onStarted={(id) => router.push(`/${workspace.slug}/runs/${encodeURIComponent(id)}`)}
    />
  );
}
