"use client";

import { useMemo, useState } from "react";
import type { DraftColumn } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { readPrompt } from "@/app/(dashboard)/[workspace]/playground/open/read-prompt";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { FailureDetails } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { objectName } from "@/lib/api/contract/objects/object-name";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { readStoredPrompt } from "@/lib/api/contract/objects/stored-prompt";
import { preparePrompt } from "./prepare-prompt";
import { prepareSave } from "./prepare-save";
import type { PromptSaving } from "./prompt-saving";
import { StoredPreview } from "./stored-preview";
import { usePromptTarget } from "./use-prompt-target";
import { NewerVersionError, useSavePrompt } from "./use-save-prompt";

const NO_MODEL = "none";

type SavePromptDialogProps = { playground: PromptSaving; onClose: () => void };

/** Saves the messages as a new prompt, or as the next version of one, after showing what is stored. */
export function SavePromptDialog({ playground, onClose }: SavePromptDialogProps) {
  const { workspace, draft, scope, change } = playground;
  const { prompt } = draft;
  const toast = useToast();
  const [nameText, setNameText] = useState(prompt?.objectId ?? "");
  const [typedDescription, setTypedDescription] = useState<string | null>(null);
  const [chosenColumn, setChosenColumn] = useState<string | null>(null);
  const name = objectName(nameText);
  const { readAgain, ...target } = usePromptTarget(workspace, name);
  const stored = target.kind === "prompt" ? readStoredPrompt(target.latest.val) : null;
  const description = typedDescription ?? stored?.description ?? "";
  const column =
    chosenColumn ?? defaultColumn(draft.columns, stored !== null && Object.keys(stored.config).length === 0);
  const prepared = useMemo(
    () => preparePrompt(draft, scope, column === NO_MODEL ? null : column),
    [draft, scope, column],
  );
  const save = prepareSave({ name, description, prepared, target, loaded: prompt });
  const onSaved = (version: ObjectVersion) => {
    const link = readPrompt(version)?.link ?? null;
    change((before) => ({ ...before, prompt: link }));
    toast(`Saved as ${version.object_id} v${version.version_index}`);
    onClose();
  };
  const saving = useSavePrompt(workspace, onSaved);
  const newer = saving.error instanceof NewerVersionError ? saving.error : null;
  const submit = () => {
    if (save.value === null) return;
    const latest = target.kind === "prompt" ? target.latest.digest : null;
    saving.mutate(
      { name, value: save.value, latest },
      { onError: (error) => error instanceof NewerVersionError && void readAgain() },
    );
  };
  const failure = saving.error && newer === null ? failureOf(saving.error) : null;
  const isUnsupported = failure?.kind === "unsupported";
  return (
    <FormDialog
      title={prompt === null ? "Save as prompt" : "Save prompt"}
      description="Stores the messages as a version of a prompt object, which the Weave SDKs read and fill in."
      size="wide"
      action={save.action}
      change={{ isPending: saving.isPending, error: newer !== null || isUnsupported ? null : saving.error }}
      isReady={save.value !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Field label="Name" hint={nameText !== "" && name !== nameText ? `Stored as ${name}` : undefined}>
          {(ids) => (
            <Input
              {...ids}
              isMono
              autoComplete="off"
              placeholder="support-agent"
              value={nameText}
              onChange={(event) => setNameText(event.target.value)}
            />
          )}
        </Field>
        <Field label="Model and parameters">
          {({ id }) => (
            <Select
              id={id}
              label="Model and parameters"
              value={column}
              options={columnOptions(draft.columns)}
              onChange={setChosenColumn}
            />
          )}
        </Field>
      </div>
      <Field label="Description">
        {(ids) => <Input {...ids} value={description} onChange={(event) => setTypedDescription(event.target.value)} />}
      </Field>
      <StoredPreview messages={prepared.messages} config={prepared.config} />
      {prepared.notes.map((note) => (
        <p key={note} className="text-small text-ink-2">
          {note}
        </p>
      ))}
      {target.kind === "failed" ? (
        <Callout tone="err">
          <FailureDetails failure={target.failure} />
        </Callout>
      ) : null}
      {newer === null ? null : <Callout tone="err">Not saved. {newer.message}</Callout>}
      {isUnsupported ? (
        <Callout tone="err">
          <b>{workspace.connectionName}</b> does not support <span className="text-code">/obj/create</span>, so prompts
          cannot be saved there. Copy the value and publish it with an SDK.{" "}
          <CopyButton text={JSON.stringify(save.value, null, 2)} label="Copy value" copiedMessage="Value copied" />
        </Callout>
      ) : null}
      <SaveText text={save.text} tone={save.tone} />
    </FormDialog>
  );
}

function SaveText({ text, tone }: { text: string; tone: "plain" | "warn" | "err" }) {
  if (tone === "plain") {
    return (
      <p role="status" className="text-small text-ink-2">
        {text}
      </p>
    );
  }
  return <Callout tone={tone}>{text}</Callout>;
}

/** A prompt that was stored without a model stays without one until the user chooses otherwise. */
function defaultColumn(columns: readonly DraftColumn[], isWithoutModel: boolean): string {
  return isWithoutModel ? NO_MODEL : (columns[0]?.key ?? NO_MODEL);
}

function columnOptions(columns: readonly DraftColumn[]) {
  const named = columns.map(({ key, model }, index) => {
    const what = model.trim() === "" ? "parameters, no model chosen" : model;
    return { value: key, label: columns.length > 1 ? `Column ${index + 1}: ${what}` : what };
  });
  return [...named, { value: NO_MODEL, label: "Messages only" }];
}
