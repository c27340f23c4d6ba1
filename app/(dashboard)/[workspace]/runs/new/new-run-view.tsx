"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import { useEffect, useRef } from "react";
import { runDraftOf } from "@/app/(dashboard)/[workspace]/runs/new/draft/run-draft";
import { useRunDraft } from "@/app/(dashboard)/[workspace]/runs/new/draft/use-run-draft";
import { RunForm } from "@/app/(dashboard)/[workspace]/runs/new/parts/run-form";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { freshModelName } from "@/lib/training/runs/model-name";
import type { Workspace } from "@/lib/workspace/workspace";

/** Whether a copied run trains a new model, or its own one on from its newest checkpoint. */
const COPIED_MODELS = ["new", "same"] as const;

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

/** The form, filled once with the settings of another run where the address names one. */
function Setup({ workspace }: { workspace: Workspace }) {
  const router = useRouter();
  const control = useRunDraft(workspace.id);
  const [copied, setCopied] = useQueryState("copy", parseAsString);
  const [model, setModel] = useQueryState("model", parseAsStringLiteral(COPIED_MODELS).withDefault("new"));
  const source = useQuery({
    ...serviceQuery(workspace.connectionId, "trainingRuns.read", {
      project_id: workspace.projectId,
      run_id: copied ?? "",
    }),
    enabled: copied !== null,
    retry: false,
  });
  const taken = useRef<string | null>(null);
  const settings = source.data?.settings;
  const modelId = source.data?.model?.id;
  const { replace } = control;
  // The outside system is the address: the named run fills the form once, and then leaves the address.
  useEffect(() => {
    if (copied === null || source.data === undefined || taken.current === copied) return;
    taken.current = copied;
    if (settings) {
      const draft = runDraftOf(settings);
      if (draft.modelKind !== "new") replace(draft);
      else if (model === "same" && modelId !== undefined) replace({ ...draft, modelKind: "existing", modelId });
      else replace({ ...draft, modelName: freshModelName(draft.modelName, Date.now()) });
    }
    void setCopied(null, { history: "replace" });
    void setModel(null, { history: "replace" });
  }, [copied, source.data, settings, replace, setCopied, model, setModel, modelId]);
  if (copied !== null && source.isError) {
    return (
      <>
        <PageHead title="New run" />
        <div className="grid flex-1 border-t border-line">
          <FailureState
            failure={failureOf(source.error)}
            onRetry={() => void source.refetch()}
            isRetrying={source.isFetching}
          />
        </div>
      </>
    );
  }
  if (copied !== null) return <ProgressBar label="Loading the settings of the run" />;
  return (
    <RunForm
      workspace={workspace}
      control={control}
      onStarted={(id) => router.push(`/${workspace.slug}/runs/${encodeURIComponent(id)}`)}
    />
  );
}
