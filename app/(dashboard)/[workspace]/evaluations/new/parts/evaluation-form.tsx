"use client";

import { useMutation } from "@tanstack/react-query";
import { Play, Trash2 } from "lucide-react";
import { useEvaluationDraft } from "@/app/(dashboard)/[workspace]/evaluations/new/draft/use-evaluation-draft";
import { ColumnsPart } from "@/components/evaluation/setup/columns-part";
import { EstimatePanel } from "@/components/evaluation/setup/estimate-panel";
import {
  type EvaluationDraft,
  missingParts,
  schemaProblem,
  settingsOf,
} from "@/components/evaluation/setup/evaluation-draft";
import { DraftNote, NameInput } from "@/components/evaluation/setup/form-head-fields";
import { FormPanes } from "@/components/evaluation/setup/form-panes";
import { LimitsPart } from "@/components/evaluation/setup/limits-part";
import { PreviewPart } from "@/components/evaluation/setup/preview-part";
import { RowsPart } from "@/components/evaluation/setup/rows-part";
import { ScorersPart } from "@/components/evaluation/setup/scorers-part";
import { SendBar } from "@/components/evaluation/setup/send-bar";
import { useEstimate } from "@/components/evaluation/setup/use-estimate";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { UnsupportedPage } from "@/components/state/unsupported-page";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { countOf } from "@/lib/format/count";
import { formatTotalCost } from "@/lib/format/money";
import { parseRefTarget } from "@/lib/object/object-ref";
import type { Workspace } from "@/lib/workspace/workspace";
import { AsCode } from "./as-code";
import { ModelsPart } from "./models-part";
import { usePromptSettings } from "./use-prompt-settings";

const DetectablePanel = partLoadedLater(
  async () => (await import("@/components/evaluation/detectable/detectable-panel")).DetectablePanel,
  <div className="h-[190px] border-b border-line" />,
);

type EvaluationFormProps = {
  workspace: Workspace;
  /** Changes the draft that the form opens with. */
  preset?: (draft: EvaluationDraft) => EvaluationDraft;
  /** What the preset leaves to the user. */
  note?: string | null;
  onStarted: (runId: string) => void;
};

/** The four parts of an evaluation, with its estimate and a preview beside them. */
export function EvaluationForm({ workspace, preset, note = null, onStarted }: EvaluationFormProps) {
  const control = useEvaluationDraft(workspace.id, preset);
  const { draft, change } = control;
  const prompts = usePromptSettings(workspace, draft);
  const missing = [
    ...missingParts(draft),
    ...(prompts.failures.size > 0 ? ["the settings that each prompt was stored with"] : []),
  ];
  // Nothing starts with other settings than those that the form will show.
  const settings = prompts.isComplete ? settingsOf(draft, prompts.byRef) : null;
  const state = useEstimate("evaluationRuns.estimate", workspace, settings);
  const { estimate, errors } = state;
  const start = useMutation({
    mutationFn: (given: EvaluationSettingsInput) =>
      callOperation(workspace.connectionId, "evaluationRuns.start", {
        body: { project_id: workspace.projectId, settings: given },
      }),
    onSuccess: ({ id }) => onStarted(id),
  });
  const isReady = settings !== null && state.isCurrent && !start.isPending;
  const run = () => {
    if (isReady) start.mutate(settings);
  };
  useKeys("newEvaluation", { "Mod+Enter": run });
  const datasetName = settings === null ? null : datasetNameOf(settings.rows.dataset_ref);
  const hasBadSchema = draft.scorers.some((scorer) => schemaProblem(scorer) !== null);
  const failure = start.error ? failureOf(start.error) : null;
  if (state.failure?.kind === "unsupported") {
    return (
      <UnsupportedPage
        title="New evaluation"
        connectionName={workspace.connectionName}
        what="running evaluations"
        operation="evaluationRuns.start"
        onRetry={state.retry}
      >
        . Run them with a client instead.
      </UnsupportedPage>
    );
  }
  return (
    <>
      <PageHead title="New evaluation">
        <NameInput
          placeholder="Name of the evaluation"
          value={draft.name}
          isInvalid={errors.has("name")}
          onChange={(name) => change({ name })}
        />
        <DraftNote isKept={control.isKept} />
        <AsCode workspace={workspace} settings={settings} />
        <Button
          kind="ghost"
          size="small"
          icon={<Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={control.discard}
        >
          <span className="max-md:sr-only">Discard</span>
        </Button>
      </PageHead>
      <FormPanes
        asideLabel="Estimate and preview"
        aside={
          <>
            <EstimatePanel state={state} missing={hasBadSchema ? ["a JSON schema that can be read"] : missing} />
            {settings === null || estimate === undefined || datasetName === null ? null : (
              <DetectablePanel
                workspace={workspace}
                datasetName={datasetName}
                rows={estimate.rows}
                trials={Number(settings.trials ?? 1)}
              />
            )}
            <PreviewPart workspace={workspace} settings={isReady ? settings : null} />
          </>
        }
        foot={
          <SendBar
            refusal="Not started."
            failure={failure}
            missing={missing}
            problemCount={errors.size}
            hint={costText(estimate?.cost_usd ?? null, draft.maxCostUsd)}
          >
            <Button
              kind="primary"
              disabled={!isReady}
              isBusy={start.isPending}
              icon={<Play size={14} strokeWidth={1.7} aria-hidden="true" />}
              onClick={run}
            >
              {estimate && missing.length === 0 ? `Run ${countOf(estimate.trials, "trial")}` : "Run"}
            </Button>
          </SendBar>
        }
      >
        {note === null ? null : (
          <Callout tone="plain" className="m-3">
            {note}
          </Callout>
        )}
        <ModelsPart workspace={workspace} control={control} prompts={prompts} errors={errors} />
        <RowsPart workspace={workspace} control={control} estimate={estimate} errors={errors} />
        <ColumnsPart workspace={workspace} control={control} errors={errors} />
        <ScorersPart control={control} columns={estimate?.columns ?? []} errors={errors} />
        <LimitsPart control={control} errors={errors} />
      </FormPanes>
      <PageFoot hints={<KeyHints hints={[keyHint("newEvaluation", ["Mod+Enter"], "run")]} />}>
        <span className="truncate">Runs in the service, and continues without this tab.</span>
      </PageFoot>
    </>
  );
}

/** Returns the name of the dataset that a ref has; null for other refs. */
function datasetNameOf(ref: string): string | null {
  const target = parseRefTarget(ref);
  return target?.type === "object" ? target.key.id : null;
}

function costText(costUsd: number | null, limit: string): string {
  const cost = costUsd === null ? "cost unknown" : `about ${formatTotalCost(costUsd)}`;
  return limit.trim() === "" ? cost : `${cost}, pauses at $${limit}`;
}
