"use client";

import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import type { NewModelControl } from "./use-new-model";
import type { ModelControl } from "./use-target";

const FIELDS = ["name", "base_model"] as const;

type RegisterModelProps = { model: NewModelControl; target: Pick<ModelControl, "baseModels" | "modelId"> };

/** A model that is created for this job; an existing model with the name is used unchanged. */
export function RegisterModel({ model, target }: RegisterModelProps) {
  const { name, baseModel, failure } = model;
  const isUntrainable = baseModel.trim() !== "" && !target.baseModels.includes(baseModel.trim());
  const errors = fieldErrors(failure, FIELDS);
  const others = otherErrors(failure, FIELDS);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        // The failure of the registration is shown here.
        void model.register().catch(() => undefined);
      }}
    >
      <Field label="Model name" error={errors.name}>
        {(ids) => <Input {...ids} isMono value={name} onChange={(event) => model.setName(event.target.value)} />}
      </Field>
      <Field
        label="Base model"
        error={errors.base_model}
        hint={
          target.baseModels.length === 0
            ? undefined
            : `${isUntrainable ? "This service's trainer cannot train it. " : ""}Available base models: ${target.baseModels.join(", ")}`
        }
      >
        {(ids) => (
          <>
            <Input
              {...ids}
              isMono
              list="base-models"
              value={baseModel}
              onChange={(event) => model.setBaseModel(event.target.value)}
            />
            <datalist id="base-models">
              {target.baseModels.map((base) => (
                <option key={base} value={base} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      {model.warning ? <Callout tone="warn">{model.warning}</Callout> : null}
      {others.length > 0 ? <Callout tone="err">{others.join(" ")}</Callout> : null}
      <div className="flex items-center gap-2">
        <Button type="submit" size="small" isBusy={model.isRegistering} disabled={!model.isComplete}>
          Register model
        </Button>
        <span className="min-w-0 truncate text-small text-ink-2">
          {model.registeredId !== null && target.modelId === model.registeredId
            ? "Registered, newest: step 0"
            : "Starting registers it too"}
        </span>
      </div>
    </form>
  );
}
