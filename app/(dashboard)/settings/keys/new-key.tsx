"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { FormDialog } from "@/components/dialog/form-dialog";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { OneTimeSecret } from "@/components/settings/one-time-secret";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import {
  KEY_LIFETIMES_DAYS,
  keyProjects,
  MAX_KEY_NAME_LENGTH,
  serviceKeyCreate,
} from "@/lib/api/contract/admin/service-keys";
import { KeyScopes } from "./key-scopes";
import { lifetimeLabel, parseProjectList } from "./prepare-service-keys";

const newKey = serviceKeyCreate.extend({
  projects: z.string().transform(parseProjectList).pipe(keyProjects.nullable()),
});

const LIFETIMES = KEY_LIFETIMES_DAYS.map((days) => ({ value: String(days), label: lifetimeLabel(days) }));

/** Creates a key and shows it once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const { form, errors, others, submit } = useValidatedForm({
    schema: newKey,
    defaultValues: { name: "", projects: "", scopes: ["read", "write", "train"], lifetimeDays: null },
    fields: ["name", "projects", "scopes"],
  });
  const [name, scopes, lifetimeDays] = form.watch(["name", "scopes", "lifetimeDays"]);
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (key: z.output<typeof newKey>) => callApp("serviceKeys.create", key),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appQueryKey("serviceKeys.list") }),
    // The response contains the key: it is not cached after this dialog closes.
    gcTime: 0,
  });
  if (create.data) {
    return (
      <ViewDialog
        title={`Key ${create.data.name}`}
        description={
          <>
            Use it as <span className="text-code">WANDB_API_KEY</span>, as the password of Basic authentication with the
            user <span className="text-code">api</span>, or as a Bearer token.
          </>
        }
        closeLabel="Done"
        onClose={onClose}
      >
        <OneTimeSecret what="key" text={create.data.key} />
      </ViewDialog>
    );
  }
  return (
    <FormDialog
      title="New key"
      description="Data logged with this key is stored under your name."
      action="Create key"
      isReady={name.trim() !== ""}
      change={create}
      messages={others}
      onSubmit={submit(create.mutate)}
      onClose={onClose}
    >
      <Field label="Name" hint="where it is used: ci, laptop" error={errors.name}>
        {(ids) => (
          <Input
            {...ids}
            {...form.register("name")}
            maxLength={MAX_KEY_NAME_LENGTH}
            isInvalid={errors.name !== undefined}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Field
        label="Limit to projects"
        hint="entity/project, separated by commas. Leave empty for all projects."
        error={errors.projects}
      >
        {(ids) => (
          <Input
            {...ids}
            {...form.register("projects")}
            isMono
            isInvalid={errors.projects !== undefined}
            placeholder="all projects"
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
      <KeyScopes
        scopes={scopes ?? []}
        error={errors.scopes}
        onChange={(chosen) => form.setValue("scopes", [...chosen], { shouldValidate: true })}
      />
      <Field label="Valid for">
        {({ id }) => (
          <Select
            id={id}
            label="Valid for"
            value={String(lifetimeDays ?? null)}
            options={LIFETIMES}
            onChange={(value) =>
              form.setValue("lifetimeDays", KEY_LIFETIMES_DAYS.find((days) => String(days) === value) ?? null)
            }
          />
        )}
      </Field>
    </FormDialog>
  );
}
