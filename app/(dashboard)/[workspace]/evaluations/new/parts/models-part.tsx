"use client";

import { useQuery } from "@tanstack/react-query";
import type { DraftControl } from "@/components/evaluation/setup/draft-control";
import type { EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { PromptFields } from "@/components/evaluation/setup/prompt-fields";
import { CheckLine } from "@/components/form/check-line";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddModel } from "./model-inputs";
import { ModelRow } from "./model-row";
import { useModelNames } from "./use-model-names";
import type { PromptSettingsState } from "./use-prompt-settings";

type PartProps = {
  workspace: Workspace;
  control: DraftControl;
  prompts: PromptSettingsState;
  errors: ReadonlyMap<string, string>;
};

const PROMPT_CLASSES = ["Prompt"];

/** The models, each with the same rows and scorers, and their prompt. */
export function ModelsPart({ workspace, control, prompts, errors }: PartProps) {
  const { draft, change } = control;
  const names = useModelNames(workspace);
  const listed = useQuery(
    serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { base_object_classes: PROMPT_CLASSES },
      metadata_only: true,
      limit: 200,
    }),
  );
  const versions = (listed.data?.objs ?? []).map(({ object_id: id, digest, version_index: index }) => ({
    value: `weave:///${workspace.projectId}/object/${id}:${digest}`,
    label: `${id} v${index}`,
  }));
  const changeModel = (index: number, members: Partial<EvaluationDraft["models"][number]>) =>
    change({ models: draft.models.map((one, at) => (at === index ? { ...one, ...members } : one)) });
  const hasPromptSettings = draft.models.some(({ promptRef }) => {
    const own = promptRef === null ? undefined : prompts.byRef.get(promptRef);
    return own !== undefined && Object.keys(own.params).length > 0;
  });
  return (
    <section aria-label="Models" className="border-b border-line">
      <NumberedHeading
        number={1}
        title="Models"
        isDone={draft.models.length > 0}
        count={draft.models.length > 1 ? `${draft.models.length}, each with the same rows and scorers` : null}
      >
        <AddModel names={names} onAdd={(model) => change({ models: [...draft.models, { model, promptRef: null }] })} />
      </NumberedHeading>
      {draft.models.length === 0 ? (
        <p className="px-4 pb-2.5 text-small text-ink-3 max-md:px-3">
          Add a provider model or a checkpoint. Several are compared on the same rows.
        </p>
      ) : (
        <ul>
          {draft.models.map(({ model }, index) => (
            <ModelRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the same model may be there twice
              key={`${model} ${index}`}
              draft={draft}
              index={index}
              versions={versions}
              names={names}
              prompts={prompts}
              error={errors.get(`models[${index}].model`) ?? errors.get(`models[${index}].prompt_ref`)}
              onChange={(members) => changeModel(index, members)}
              onMissingModel={(chosen) =>
                change({ models: draft.models.map((one) => (one.model === "" ? { ...one, model: chosen } : one)) })
              }
              onRemove={() => change({ models: draft.models.filter((_one, at) => at !== index) })}
            />
          ))}
        </ul>
      )}
      {hasPromptSettings ? (
        <div className="border-t border-line px-4 py-1 max-md:px-3">
          <CheckLine
            label="Send each prompt with the settings that it was stored with"
            isOn={draft.usesPromptSettings}
            onChange={(usesPromptSettings) => change({ usesPromptSettings })}
          />
        </div>
      ) : null}
      <PromptFields control={control} errors={errors} />
    </section>
  );
}
