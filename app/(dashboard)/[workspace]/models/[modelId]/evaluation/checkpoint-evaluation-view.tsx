"use client";

import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { useCheckpointEvaluation } from "@/components/training/models/use-checkpoint-evaluation";
import { useModel } from "@/components/training/models/use-model";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { SettingsForm } from "./settings-form";

/** The evaluation that runs on each new checkpoint of a model. */
export function CheckpointEvaluationView({ modelId }: { modelId: string }) {
  return (
    <WorkspaceGate>
      {(workspace) => <Loaded key={`${workspace.id} ${modelId}`} workspace={workspace} modelId={modelId} />}
    </WorkspaceGate>
  );
}

function Loaded({ workspace, modelId }: { workspace: Workspace; modelId: string }) {
  const isMember = useHasRole("member");
  const model = useModel(workspace.connectionId, modelId);
  const evaluation = useCheckpointEvaluation(workspace.connectionId, modelId, false);
  if (isMember === undefined || model.isPending || evaluation.isPending)
    return <ProgressBar label="Loading the evaluation of checkpoints" />;
  const failed = [model, evaluation].find(({ isError }) => isError);
  if (failed?.error)
    return (
      <FailureState
        failure={failureOf(failed.error)}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  if (model.data && evaluation.data && isMember)
    return <SettingsForm workspace={workspace} model={model.data} evaluation={evaluation.data} />;
  return (
    <>
      <PageHead title="Evaluation of checkpoints" {...(model.data ? { count: model.data.name } : {})} />
      <div className="grid flex-1 border-t border-line">
        {model.data && evaluation.data ? (
          <PaneState kind="locked" title="This is not permitted">
            Running models costs money and needs the member role. Ask an admin.
          </PaneState>
        ) : (
          <UnsupportedState
            connectionName={workspace.connectionName}
            what="the evaluation of checkpoints"
            operation="checkpointEvaluations.read"
            onRetry={() => void evaluation.refetch()}
          >
            . Start evaluations on the Evaluations page instead.
          </UnsupportedState>
        )}
      </div>
    </>
  );
}
