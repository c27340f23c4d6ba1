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
import { LimitsPart } from "@/components/evaluation/setup/limits-part";
import { PreviewPart } from "@/components/evaluation/setup/preview-part";
import { RowsPart } from "@/components/evaluation/setup/rows-part";
import { ScorersPart } from "@/components/evaluation/setup/scorers-part";
import { useEstimate } from "@/components/evaluation/setup/use-estimate";
import { Input } from "@/components/form/input";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureDetails } from "@/components/state/failure-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { countOf } from "@/lib/format/count";
import { formatTotalCost } from "@/lib/format/money";
import type { Workspace } from "@/lib/workspace/workspace";
import { AsCode } from "./as-code";
import { ModelsPart } from "./models-part";

type EvaluationFormProps = {
  workspace: Workspace;
  /** Changes the draft that the form opens with. */
  preset?: (draft: EvaluationDraft) => EvaluationDraft;
  onStarted: (runId: string) => void;
};

/** The four parts of an evaluation, with its estimate and a preview beside them. */
export function EvaluationForm({ workspace, preset, onStarted }: EvaluationFormProps) {
  const control = useEvaluationDraft(workspace.id, preset);
  const { draft, change } = control;
  const missing = missingParts(draft);
  const settings = settingsOf(draft);
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
  const hasBadSchema = draft.scorers.some((scorer) => schemaProblem(scorer) !== null);
  const failure = start.error ? failureOf(start.error) : null;
  if (state.failure?.kind === "unsupported") return <NotOffered workspace={workspace} onRetry={state.retry} />;
  return (
    <>
      <PageHead title="New evaluation">
        <Input
          aria-label="Name"
          placeholder="Name of the evaluation"
          value={draft.name}
          isInvalid={errors.has("name")}
          onChange={(event) => change({ name: event.target.value })}
          className="w-[220px] max-md:w-[150px]"
        />
        <span role="status" className="truncate text-small text-ink-3 max-md:hidden">
          {control.isKept ? "Draft kept in this browser" : "Draft not saved: browser storage is full or disabled"}
        </span>
        <AsCode workspace={workspace} settings={settings} />
        <Button
          kind="ghost"
          size="small"
          icon={<Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={control.discard}
        >
          Discard
        </Button>
      </PageHead>
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
        <div className="min-h-0 min-w-0 flex-1 overflow-auto max-lg:flex-none max-lg:overflow-visible">
          <ModelsPart workspace={workspace} control={control} errors={errors} />
          <RowsPart workspace={workspace} control={control} estimate={estimate} errors={errors} />
          <ColumnsPart workspace={workspace} control={control} errors={errors} />
          <ScorersPart control={control} columns={estimate?.columns ?? []} errors={errors} />
          <LimitsPart control={control} errors={errors} />
        </div>
        <aside
          aria-label="Estimate and preview"
          className="flex w-[400px] flex-none flex-col border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
        >
          <div className="min-h-0 flex-1 overflow-auto max-lg:flex-none">
            <EstimatePanel state={state} missing={hasBadSchema ? ["a JSON schema that can be read"] : missing} />
            <PreviewPart workspace={workspace} settings={isReady ? settings : null} />
          </div>
          <div className="grid flex-none gap-2 border-t border-line px-4 py-3">
            {failure === null ? null : (
              <Callout tone="err">
                Not started. <FailureDetails failure={failure} />
              </Callout>
            )}
            <div className="flex items-center gap-2.5">
              <Button
                kind="primary"
                disabled={!isReady}
                isBusy={start.isPending}
                icon={<Play size={14} strokeWidth={1.7} aria-hidden="true" />}
                onClick={run}
              >
                {estimate && missing.length === 0 ? `Run ${countOf(estimate.trials, "trial")}` : "Run"}
              </Button>
              <span className="min-w-0 text-small text-ink-3">
                {missing.length > 0
                  ? `Needs ${missing.join(", ")}`
                  : errors.size > 0
                    ? `${countOf(errors.size, "problem")} to fix`
                    : costText(estimate?.cost_usd ?? null, draft.maxCostUsd)}
              </span>
            </div>
          </div>
        </aside>
      </div>
      <PageFoot hints={<KeyHints hints={[keyHint("newEvaluation", ["Mod+Enter"], "run")]} />}>
        <span className="truncate">Runs in the service, and continues without this tab.</span>
      </PageFoot>
    </>
  );
}

function costText(costUsd: number | null, limit: string): string {
  const cost = costUsd === null ? "cost unknown" : `about ${formatTotalCost(costUsd)}`;
  return limit.trim() === "" ? cost : `${cost}, pauses at $${limit}`;
}

function NotOffered({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <>
      <PageHead title="New evaluation" />
      <div className="grid flex-1 border-t border-line">
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="running evaluations"
          operation="evaluationRuns.start"
          onRetry={onRetry}
        >
          . Run them with a client instead.
        </UnsupportedState>
      </div>
    </>
  );
}
