"use client";

import { useMutation } from "@tanstack/react-query";
import { Play, Trash2, Wand } from "lucide-react";
import {
  draftProblems,
  missingParts,
  runDraftOf,
  runSettingsOf,
} from "@/app/(dashboard)/[workspace]/runs/new/draft/run-draft";
import { evaluationControl, evaluationErrors } from "@/app/(dashboard)/[workspace]/runs/new/draft/scorer-control";
import type { useRunDraft } from "@/app/(dashboard)/[workspace]/runs/new/draft/use-run-draft";
import { ColumnsPart } from "@/components/evaluation/setup/columns-part";
import { DraftNote, NameInput } from "@/components/evaluation/setup/form-head-fields";
import { FormPanes } from "@/components/evaluation/setup/form-panes";
import { ScorersPart } from "@/components/evaluation/setup/scorers-part";
import { SendBar } from "@/components/evaluation/setup/send-bar";
import { useEstimate } from "@/components/evaluation/setup/use-estimate";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { UnsupportedPage } from "@/components/state/unsupported-page";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import { countOf } from "@/lib/format/count";
import { freshModelName } from "@/lib/training/runs/model-name";
import { smallAgentRun } from "@/lib/training/runs/small-agent";
import type { Workspace } from "@/lib/workspace/workspace";
import { BudgetPart } from "./budget-part";
import { EstimatePanel } from "./estimate-panel";
import { LoopPart } from "./loop-part";
import { ModelPart } from "./model-part";
import { PromptPart } from "./prompt-part";
import { TasksPart } from "./tasks-part";
import { WeightFields } from "./weight-fields";

const ToolsPart = partLoadedLater(async () => (await import("./tools-part")).ToolsPart);
const LabelPart = partLoadedLater(async () => (await import("./label-part")).LabelPart);

type RunFormProps = {
  workspace: Workspace;
  control: ReturnType<typeof useRunDraft>;
  onStarted: (runId: string) => void;
};

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The parts of a run, with its estimate beside them. */
export function RunForm({ workspace, control, onStarted }: RunFormProps) {
  const { draft, change } = control;
  const missing = missingParts(draft);
  const settings = runSettingsOf(draft);
  const state = useEstimate("trainingRuns.estimate", workspace, settings);
  const start = useMutation({
    mutationFn: (given: TrainingRunSettingsInput) =>
      callOperation(workspace.connectionId, "trainingRuns.start", {
        body: { project_id: workspace.projectId, settings: given },
      }),
    onSuccess: ({ id }) => onStarted(id),
  });
  const errors = new Map([...state.errors, ...draftProblems(draft)]);
  const isReady = settings !== null && state.isCurrent && !start.isPending;
  const run = () => {
    if (isReady) start.mutate(settings);
  };
  useKeys("newRun", { "Mod+Enter": run });
  if (state.failure?.kind === "unsupported") {
    return (
      <UnsupportedPage
        title="New run"
        connectionName={workspace.connectionName}
        what="running the training loop"
        operation="trainingRuns.start"
        onRetry={state.retry}
      >
        . Run the loop with a client: the jobs of its model are shown as a run.
      </UnsupportedPage>
    );
  }
  const { estimate } = state;
  const columns = estimate?.columns ?? [];
  const shared = evaluationControl(control);
  const sharedErrors = evaluationErrors(errors);
  return (
    <>
      <PageHead title="New run">
        <NameInput
          placeholder="Name of the run"
          value={draft.name}
          isInvalid={errors.has("name")}
          onChange={(name) => change({ name })}
          className="w-[220px] max-md:w-[120px]"
        />
        <DraftNote isKept={control.isKept} />
        <Button
          kind="ghost"
          size="small"
          className="ml-auto"
          icon={<Wand {...icon} />}
          onClick={() => control.replace(runDraftOf(smallAgentRun(freshModelName("small-agent", Date.now()))))}
        >
          Small agent
        </Button>
        <Button kind="ghost" size="small" icon={<Trash2 {...icon} />} onClick={control.discard}>
          Discard
        </Button>
      </PageHead>
      <FormPanes
        asideLabel="Estimate"
        aside={<EstimatePanel state={state} missing={missing} errors={errors} />}
        foot={
          <SendBar
            refusal="Not started."
            failure={start.error ? failureOf(start.error) : null}
            missing={missing}
            problemCount={errors.size}
            hint={estimate ? amountText(estimate, draft.iterations) : ""}
          >
            <Button
              kind="primary"
              disabled={!isReady}
              isBusy={start.isPending}
              icon={<Play size={14} strokeWidth={1.7} aria-hidden="true" />}
              onClick={run}
            >
              Start run
            </Button>
          </SendBar>
        }
      >
        <ModelPart workspace={workspace} control={control} errors={errors} />
        <TasksPart workspace={workspace} control={control} estimate={estimate} errors={errors} />
        <PromptPart control={control} errors={errors} />
        <ToolsPart control={control} errors={errors} />
        {draft.taskKind === "table" ? (
          <ColumnsPart workspace={workspace} control={shared} errors={sharedErrors} />
        ) : null}
        <ScorersPart control={shared} number={4} without={["pairwise"]} columns={columns} errors={sharedErrors} />
        <LabelPart workspace={workspace} control={control} errors={errors} />
        <WeightFields control={control} errors={errors} />
        <LoopPart workspace={workspace} control={control} errors={errors} />
        <BudgetPart control={control} errors={errors} />
      </FormPanes>
      <PageFoot hints={<KeyHints hints={[keyHint("newRun", ["Mod+Enter"], "start")]} />}>
        <span className="truncate">
          Runs in the service. It continues after a restart, and when you close this tab.
        </span>
      </PageFoot>
    </>
  );
}

/** The number of rollouts and iterations of the run. */
function amountText({ rollouts }: ResultOf<"trainingRuns.estimate">, iterations: string): string {
  return `${countOf(rollouts, "rollout")} in ${countOf(Number(iterations), "iteration")}`;
}
