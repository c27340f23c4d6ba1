"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Save, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ColumnsPart } from "@/components/evaluation/setup/columns-part";
import type { DraftControl } from "@/components/evaluation/setup/draft-control";
import { EstimatePanel } from "@/components/evaluation/setup/estimate-panel";
import { missingParts, schemaProblem } from "@/components/evaluation/setup/evaluation-draft";
import { NameInput } from "@/components/evaluation/setup/form-head-fields";
import { FormPanes } from "@/components/evaluation/setup/form-panes";
import { LimitsPart } from "@/components/evaluation/setup/limits-part";
import { PreviewPart } from "@/components/evaluation/setup/preview-part";
import { RowsPart } from "@/components/evaluation/setup/rows-part";
import { ScorersPart } from "@/components/evaluation/setup/scorers-part";
import { SendBar } from "@/components/evaluation/setup/send-bar";
import { useEstimate } from "@/components/evaluation/setup/use-estimate";
import { checkpointEvaluationKey } from "@/components/training/models/use-checkpoint-evaluation";
import type { ModelRecord } from "@/components/training/models/use-model";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type {
  CheckpointEvaluation,
  CheckpointEvaluationSettingsInput,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { countOf } from "@/lib/format/count";
import { modelAddress } from "@/lib/training/jobs/model-address";
import type { Workspace } from "@/lib/workspace/workspace";
import {
  type CheckpointForm,
  checkpointSettingsOf,
  chosenScore,
  evaluationOf,
  formOf,
  hiddenMessages,
} from "./checkpoint-form";
import { CheckpointsPart } from "./checkpoints-part";
import { PromptPart } from "./prompt-part";
import { RemoveSetting } from "./remove-setting";

type SettingsFormProps = { workspace: Workspace; model: ModelRecord; evaluation: CheckpointEvaluation };

/** The settings of an evaluation that runs on the checkpoints of a model, with its estimate for one checkpoint. */
export function SettingsForm({ workspace, model, evaluation }: SettingsFormProps) {
  const [form, setForm] = useState<CheckpointForm>(() =>
    formOf(evaluation.settings, modelAddress(model, model.latest_step ?? 0)),
  );
  const [isRemoving, setIsRemoving] = useState(false);
  const save = useSave(workspace, model.id);
  const change = (members: Partial<CheckpointForm>) => setForm({ ...form, ...members });
  const control: DraftControl = {
    draft: form.draft,
    change: (members) => change({ draft: { ...form.draft, ...members } }),
  };
  const missing = [
    ...missingParts(form.draft).filter((part) => part !== "a model"),
    ...(form.draft.scorers.some((scorer) => schemaProblem(scorer) !== null) ? ["a JSON schema that can be read"] : []),
    ...(form.draft.scorers.length > 0 && chosenScore(form) === null ? ["a score that can decide"] : []),
  ];
  const settings = evaluationOf(form);
  const state = useEstimate("evaluationRuns.estimate", workspace, settings);
  const { estimate, errors } = state;
  const isReady = settings !== null && state.isCurrent && missing.length === 0;
  const stored = isReady ? checkpointSettingsOf(form) : null;
  const hidden = hiddenMessages(evaluation.settings);
  return (
    <>
      <PageHead title="Evaluation of checkpoints" count={model.name}>
        <NameInput
          placeholder="Name of the evaluation"
          value={form.draft.name}
          isInvalid={errors.has("name")}
          onChange={(name) => control.change({ name })}
        />
        {evaluation.settings === null ? null : (
          <Button
            kind="ghost"
            size="small"
            className="ml-auto"
            icon={<Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => setIsRemoving(true)}
          >
            Remove…
          </Button>
        )}
      </PageHead>
      <FormPanes
        asideLabel="Estimate and preview"
        aside={
          <>
            <p className="px-4 pt-2.5 text-small text-ink-3">
              For one checkpoint, checked with step {model.latest_step ?? 0}.
            </p>
            <EstimatePanel state={state} missing={missing} />
            <PreviewPart workspace={workspace} settings={isReady ? settings : null} />
          </>
        }
        foot={
          <SendBar
            refusal="Not saved."
            failure={save.failure}
            missing={missing}
            problemCount={errors.size}
            hint="Existing checkpoints are evaluated on request."
          >
            <Button
              kind="primary"
              disabled={stored === null || save.isPending}
              isBusy={save.isPending}
              icon={<Save size={14} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => {
                if (stored !== null) save.mutate(stored);
              }}
            >
              Save
            </Button>
          </SendBar>
        }
      >
        {hidden === 0 ? null : (
          <Callout tone="warn" className="m-3">
            The stored prompt has {countOf(hidden, "more message")} than the form shows. Saving leaves{" "}
            {hidden === 1 ? "it" : "them"} out.
          </Callout>
        )}
        <PromptPart workspace={workspace} control={control} errors={errors} />
        <RowsPart workspace={workspace} control={control} estimate={estimate} errors={errors} />
        <ColumnsPart workspace={workspace} control={control} errors={errors} />
        <ScorersPart control={control} columns={estimate?.columns ?? []} errors={errors} />
        <LimitsPart control={control} errors={errors} />
        <CheckpointsPart form={form} onChange={change} />
      </FormPanes>
      <PageFoot>
        <span className="truncate">
          After a change of prompt, rows, scorers or trials, checkpoints count as not evaluated.
        </span>
      </PageFoot>
      {isRemoving ? (
        <RemoveSetting workspace={workspace} modelId={model.id} onClose={() => setIsRemoving(false)} />
      ) : null}
    </>
  );
}

/** Stores the settings, and returns to the model. */
function useSave({ connectionId, slug }: Workspace, modelId: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (settings: CheckpointEvaluationSettingsInput) =>
      callOperation(connectionId, "checkpointEvaluations.set", { body: { model_id: modelId, settings } }),
    onSuccess: (evaluation) => {
      queryClient.setQueryData(checkpointEvaluationKey(connectionId, modelId), evaluation);
      toast(evaluation.settings?.is_on ? "New checkpoints will be evaluated" : "Evaluation saved, and off");
      router.push(`/${slug}/models/${encodeURIComponent(modelId)}`);
    },
  });
  return { mutate, isPending, failure: error ? failureOf(error) : null };
}
