"use client";

import { useQuery } from "@tanstack/react-query";
import { Server, Waypoints, X } from "lucide-react";
import type { DraftControl } from "@/components/evaluation/setup/draft-control";
import { FieldError } from "@/components/evaluation/setup/field-error";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { PromptFields } from "@/components/evaluation/setup/prompt-fields";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddModel, MissingModel } from "./model-inputs";
import { isCheckpoint, shortName, useModelNames } from "./use-model-names";

type PartProps = { workspace: Workspace; control: DraftControl; errors: ReadonlyMap<string, string> };

const PROMPT_CLASSES = ["Prompt"];

/** The models, each with the same rows and scorers, and their prompt. */
export function ModelsPart({ workspace, control, errors }: PartProps) {
  const { draft, change } = control;
  const names = useModelNames(workspace);
  const prompts = useQuery(
    serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { base_object_classes: PROMPT_CLASSES },
      metadata_only: true,
      limit: 200,
    }),
  );
  const versions = (prompts.data?.objs ?? []).map(({ object_id: id, digest, version_index: index }) => ({
    value: `weave:///${workspace.projectId}/object/${id}:${digest}`,
    label: `${id} v${index}`,
  }));
  const setModel = (index: number, promptRef: string | null) =>
    change({ models: draft.models.map((one, at) => (at === index ? { ...one, promptRef } : one)) });
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
          {draft.models.map(({ model, promptRef }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same model may be there twice
              key={`${model} ${index}`}
              className="flex min-h-[26px] flex-wrap items-center gap-2.5 border-t border-line px-4 py-0.5 text-small max-md:px-3"
            >
              {isCheckpoint(model) ? (
                <Waypoints size={14} strokeWidth={1.7} aria-label="Checkpoint" className="text-ink-3" />
              ) : (
                <Server size={14} strokeWidth={1.7} aria-label="Provider model" className="text-ink-3" />
              )}
              {model === "" ? (
                <MissingModel
                  label={`Model of ${promptLabel(versions, promptRef)}`}
                  names={names}
                  onChoose={(chosen) =>
                    change({ models: draft.models.map((one) => (one.model === "" ? { ...one, model: chosen } : one)) })
                  }
                />
              ) : (
                <span title={model} className="min-w-0 flex-1 truncate text-code">
                  {shortName(model)}
                </span>
              )}
              {versions.length > 0 ? (
                <Select
                  label={`Prompt of ${shortName(model)}`}
                  value={promptRef ?? "own"}
                  options={[{ value: "own", label: "Prompt below" }, ...versions]}
                  onChange={(value) => setModel(index, value === "own" ? null : value)}
                  className="h-(--ctl-h-small) max-w-[200px] text-small"
                />
              ) : null}
              <span className="text-ink-2 max-md:hidden">temperature {draft.temperature || "default"}</span>
              <Button
                kind="ghost"
                size="icon-small"
                aria-label={`Remove ${shortName(model)}`}
                icon={<X size={13} strokeWidth={1.7} aria-hidden="true" />}
                onClick={() => change({ models: draft.models.filter((_one, at) => at !== index) })}
              />
              <FieldError text={errors.get(`models[${index}].model`) ?? errors.get(`models[${index}].prompt_ref`)} />
            </li>
          ))}
        </ul>
      )}
      <PromptFields control={control} errors={errors} />
    </section>
  );
}

/** The name of a prompt's version in the list; a ref where it is not listed. */
function promptLabel(versions: readonly { readonly value: string; readonly label: string }[], ref: string | null) {
  return versions.find(({ value }) => value === ref)?.label ?? ref ?? "the prompt below";
}
