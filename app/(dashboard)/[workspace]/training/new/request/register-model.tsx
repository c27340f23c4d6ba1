"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";
import { splitProject } from "@/lib/workspace/workspace";
import type { ModelControl } from "./use-target";

const FIELDS = ["name", "base_model"] as const;

/** A model that is created for this job; an existing model with the name is used unchanged. */
export function RegisterModel({ workspace, target }: { workspace: Workspace; target: ModelControl }) {
  const { entity, project } = splitProject(workspace.projectId);
  const [name, setName] = useState(`${project}-agent`);
  const [typedBase, setBase] = useState<string | null>(null);
  const baseModel = typedBase ?? target.baseModels[0] ?? "";
  const isUntrainable = baseModel.trim() !== "" && !target.baseModels.includes(baseModel.trim());
  const register = useMutation({
    mutationFn: () =>
      callOperation(workspace.connectionId, "models.create", {
        body: {
          ...(entity === "" ? {} : { entity }),
          project,
          name: name.trim(),
          base_model: baseModel.trim(),
          return_existing: true,
        },
      }),
    onSuccess: async ({ id }) => {
      await target.models.refetch();
      target.setModelId(id);
    },
  });
  const failure = register.isError ? failureOf(register.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  const others = otherErrors(failure, FIELDS);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate();
      }}
    >
      <Field label="Model name" error={errors.name}>
        {(ids) => <Input {...ids} isMono value={name} onChange={(event) => setName(event.target.value)} />}
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
              onChange={(event) => setBase(event.target.value)}
            />
            <datalist id="base-models">
              {target.baseModels.map((base) => (
                <option key={base} value={base} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      {register.data?.warning ? <Callout tone="warn">{register.data.warning}</Callout> : null}
      {others.length > 0 ? <Callout tone="err">{others.join(" ")}</Callout> : null}
      <div className="flex items-center gap-2">
        <Button
          type="submit"
          size="small"
          isBusy={register.isPending}
          disabled={name.trim() === "" || baseModel.trim() === ""}
        >
          Register model
        </Button>
        {register.isSuccess && target.modelId === register.data.id ? (
          <span className="truncate text-small text-ink-2">Registered, newest: step 0</span>
        ) : null}
      </div>
    </form>
  );
}
