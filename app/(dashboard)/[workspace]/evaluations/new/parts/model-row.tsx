"use client";

import { Server, Waypoints, X } from "lucide-react";
import type { EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";
import { FieldError } from "@/components/evaluation/setup/field-error";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { MissingModel } from "./model-inputs";
import { PromptSettingsLine } from "./prompt-settings-line";
import { isCheckpoint, shortName } from "./use-model-names";
import type { PromptSettingsState } from "./use-prompt-settings";

/** A version of a prompt that can be chosen. */
export interface PromptChoice {
  /** Its ref. */
  readonly value: string;
  readonly label: string;
}

type ModelRowProps = {
  draft: EvaluationDraft;
  index: number;
  versions: readonly PromptChoice[];
  names: readonly string[];
  prompts: PromptSettingsState;
  error: string | undefined;
  onChange: (members: Partial<EvaluationDraft["models"][number]>) => void;
  /** Chooses the model of all prompts that have none. */
  onMissingModel: (model: string) => void;
  onRemove: () => void;
};

/** One model of an evaluation with its prompt. */
export function ModelRow(props: ModelRowProps) {
  const { draft, index, versions, names, prompts, error, onChange, onMissingModel, onRemove } = props;
  const { model, promptRef } = draft.models[index] ?? { model: "", promptRef: null };
  return (
    <li className="flex min-h-[26px] flex-wrap items-center gap-x-2.5 border-t border-line px-4 py-0.5 text-small max-md:px-3">
      {isCheckpoint(model) ? (
        <Waypoints size={14} strokeWidth={1.7} aria-label="Checkpoint" className="text-ink-3" />
      ) : (
        <Server size={14} strokeWidth={1.7} aria-label="Provider model" className="text-ink-3" />
      )}
      {model === "" ? (
        <MissingModel label={`Model of ${promptLabel(versions, promptRef)}`} names={names} onChoose={onMissingModel} />
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
          onChange={(value) => onChange({ promptRef: value === "own" ? null : value })}
          className="h-(--ctl-h-small) max-w-[200px] text-small"
        />
      ) : null}
      {promptRef === null ? (
        <span className="text-ink-2 max-md:hidden">temperature {draft.temperature || "default"}</span>
      ) : null}
      <Button
        kind="ghost"
        size="icon-small"
        aria-label={`Remove ${shortName(model)}`}
        icon={<X size={13} strokeWidth={1.7} aria-hidden="true" />}
        onClick={onRemove}
      />
      {promptRef === null ? null : (
        <PromptSettingsLine
          draft={draft}
          model={model}
          promptRef={promptRef}
          state={prompts}
          onModel={(chosen) => onChange({ model: chosen })}
        />
      )}
      <FieldError text={error} />
    </li>
  );
}

/** The name of a prompt's version in the list; a ref where it is not listed. */
function promptLabel(versions: readonly PromptChoice[], ref: string | null) {
  return versions.find(({ value }) => value === ref)?.label ?? ref ?? "the prompt below";
}
