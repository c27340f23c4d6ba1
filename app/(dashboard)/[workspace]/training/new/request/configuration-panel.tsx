"use client";

import { NumberedHeading } from "@/app/(dashboard)/[workspace]/training/new/draft/numbered-heading";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { Switch } from "@/components/form/switch";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { RegisterModel } from "./register-model";
import type { ModelChoice, ModelControl, RequestTarget, SettingsControl } from "./use-target";

type ConfigurationPanelProps = {
  target: ModelControl & SettingsControl & Pick<RequestTarget, "isFit">;
};

/** The model and its training settings, or the split that the data is logged under. */
export function ConfigurationPanel({ target }: ConfigurationPanelProps) {
  return (
    <section
      aria-label="Configuration"
      className="grid flex-none gap-2.5 border-b border-line px-4 pt-2 pb-3 max-md:px-3"
    >
      <NumberedHeading number={3} title="Configuration" state={target.isFit ? "done" : "open"}>
        <Segmented
          label="Use of the data"
          size="small"
          className="ml-auto"
          value={target.kind}
          onChange={target.setKind}
          segments={[
            { value: "job", label: "Train" },
            { value: "log", label: "Log only" },
          ]}
        />
      </NumberedHeading>
      <ModelFields target={target} />
      {target.kind === "log" ? (
        <Field label="split" hint="Used to compute metrics of the newest checkpoint">
          {(ids) => (
            <Input {...ids} isMono value={target.split} onChange={(event) => target.setSplit(event.target.value)} />
          )}
        </Field>
      ) : (
        <ConfigFields target={target} />
      )}
    </section>
  );
}

function ModelFields({ target }: { target: ModelControl }) {
  const { models, listed, choice } = target;
  const failure = models.isError ? failureOf(models.error) : null;
  const choices: { value: ModelChoice; label: string }[] = [
    ...(listed.length > 0 ? [{ value: "listed" as const, label: "Choose" }] : []),
    { value: "new", label: "Register" },
    { value: "id", label: "By id" },
  ];
  return (
    <div className="grid gap-2">
      {failure === null || failure.kind === "unsupported" ? null : (
        <Callout tone="err">
          Could not load the models.
          <FailureDetails failure={failure} />
          <Button size="small" className="mt-1" isBusy={models.isFetching} onClick={() => void models.refetch()}>
            Retry
          </Button>
        </Callout>
      )}
      <Segmented
        label="Model source"
        size="small"
        className="justify-self-start"
        value={choice}
        onChange={target.setChoice}
        segments={choices}
      />
      {choice === "listed" ? <ListedModels target={target} /> : null}
      {choice === "new" ? <RegisterModel model={target.newModel} target={target} /> : null}
      {choice === "id" ? (
        <Field
          label="model_id"
          hint={
            failure?.kind === "unsupported"
              ? "This service cannot list models: enter the id that it returned"
              : "As returned by the service"
          }
        >
          {(ids) => (
            <Input {...ids} isMono value={target.modelId} onChange={(event) => target.setModelId(event.target.value)} />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function ListedModels({ target }: { target: ModelControl }) {
  const current = target.listed.find(({ id }) => id === target.modelId);
  return (
    <Field
      label="model_id"
      hint={
        current === undefined
          ? "Choose the model to train"
          : `${current.base_model}, newest: ${current.latest_step === null ? "none" : `step ${current.latest_step}`}`
      }
    >
      {({ id }) => (
        <Select
          id={id}
          label="Model"
          placeholder="Choose a model"
          value={target.modelId}
          options={target.listed.map((model) => ({ value: model.id, label: model.name }))}
          onChange={target.setModelId}
        />
      )}
    </Field>
  );
}

function ConfigFields({ target }: { target: SettingsControl }) {
  const { texts, setTexts, read } = target;
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="learning_rate"
          hint="optional"
          error={read.learningRateError}
          isChanged={texts.learningRate !== ""}
        >
          {(ids) => (
            <Input
              {...ids}
              isMono
              inputMode="decimal"
              placeholder="trainer default"
              value={texts.learningRate}
              isChanged={texts.learningRate !== ""}
              isInvalid={read.learningRateError !== undefined}
              onChange={(event) => setTexts({ ...texts, learningRate: event.target.value })}
            />
          )}
        </Field>
        <div className="grid content-start gap-1">
          <span className="text-micro font-medium text-ink-3">precalculate_logprobs</span>
          <span className="flex h-(--ctl-h) items-center">
            <Switch
              isOn={texts.shouldPrecalculateLogprobs}
              label={<span className="text-small">recompute logprobs</span>}
              onChange={(isOn) => setTexts({ ...texts, shouldPrecalculateLogprobs: isOn })}
            />
          </span>
        </div>
      </div>
      <Field label="Other members of experimental_config, as JSON" error={read.moreError} isChanged={texts.more !== ""}>
        {(ids) => (
          <textarea
            {...ids}
            spellCheck={false}
            rows={2}
            placeholder={'{"loss_fn": "ppo", "scale_rewards": false}'}
            value={texts.more}
            aria-invalid={read.moreError !== undefined || undefined}
            onChange={(event) => setTexts({ ...texts, more: event.target.value })}
            className="min-h-[46px] w-full resize-y rounded-control border border-line-strong bg-surface px-2 py-1 text-code"
          />
        )}
      </Field>
    </>
  );
}
