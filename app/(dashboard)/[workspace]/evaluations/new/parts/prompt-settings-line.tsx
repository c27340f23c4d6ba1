"use client";

import { type EvaluationDraft, fieldParams } from "@/components/evaluation/setup/evaluation-draft";
import { paramsText, sentParams } from "@/components/evaluation/setup/prompt-settings";
import { Button } from "@/components/ui/button";
import { shortName } from "./use-model-names";
import type { PromptSettingsState } from "./use-prompt-settings";

type PromptSettingsLineProps = {
  draft: EvaluationDraft;
  model: string;
  promptRef: string;
  state: PromptSettingsState;
  onModel: (model: string) => void;
};

/** Shows below a model the parameters that its prompt is sent with, and what else was stored with the prompt. */
export function PromptSettingsLine({ draft, model, promptRef, state, onModel }: PromptSettingsLineProps) {
  const own = state.byRef.get(promptRef);
  if (own === undefined) {
    if (!state.failures.has(promptRef)) return null;
    return (
      <p role="alert" className="flex w-full items-center gap-1.5 pl-6 text-micro text-err">
        Could not load the settings of this prompt.
        <Button kind="ghost" size="small" onClick={state.retry}>
          Retry
        </Button>
      </p>
    );
  }
  const hasOwn = Object.keys(own.params).length > 0;
  const fields = fieldParams(draft);
  const sent = paramsText(draft.usesPromptSettings ? sentParams(own, fields) : fields) || "the provider's settings";
  const otherModel = own.model !== null && model !== "" && own.model !== model ? own.model : null;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-2.5 pb-0.5 pl-6 text-micro text-ink-3">
      <span>
        Sent with {sent}
        {hasOwn ? (draft.usesPromptSettings ? ", as stored with the prompt" : ", not with the prompt's own") : null}
      </span>
      {own.unsent.length > 0 ? <span>Not sent: {own.unsent.join(", ")}</span> : null}
      {otherModel === null ? null : (
        <span className="flex items-center gap-1">
          Stored for <span className="text-code">{shortName(otherModel)}</span>
          <Button
            kind="ghost"
            size="small"
            aria-label={`Use ${shortName(otherModel)} for this prompt`}
            onClick={() => onModel(otherModel)}
          >
            Use it
          </Button>
        </span>
      )}
    </div>
  );
}
