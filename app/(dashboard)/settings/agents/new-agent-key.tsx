"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormDialog } from "@/components/dialog/form-dialog";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { useHasRoleAnywhere } from "@/components/session/use-role";
import { useWorkspaces } from "@/components/session/use-workspace";
import { OneTimeSecret } from "@/components/settings/one-time-secret";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { AGENT_KEY_LIFETIMES_DAYS, agentKeyCreate, MAX_AGENT_KEY_NAME_LENGTH } from "@/lib/api/contract/app/agent-keys";
import type { AppInputOf } from "@/lib/api/contract/app/app-operations";
import { accessText, lifetimeLabel } from "./prepare-agent-keys";

const ALL = "all";
const LIFETIMES = AGENT_KEY_LIFETIMES_DAYS.map((days) => ({ value: String(days), label: lifetimeLabel(days) }));

/** Creates a key for agents and shows it once. */
export function NewAgentKey({ onClose }: { onClose: () => void }) {
  const { form, errors, others, submit } = useValidatedForm({
    schema: agentKeyCreate,
    defaultValues: { name: "", access: "read", workspaceId: null, lifetimeDays: 90 },
    fields: ["name"],
  });
  const [name, access, workspaceId, lifetimeDays] = form.watch(["name", "access", "workspaceId", "lifetimeDays"]);
  const { workspaces } = useWorkspaces();
  const canWrite = useHasRoleAnywhere("member") === true;
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (key: AppInputOf<"agentKeys.create">) => callApp("agentKeys.create", key),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appQueryKey("agentKeys.list") }),
    // The response contains the key: it is not cached after this dialog closes.
    gcTime: 0,
  });
  if (create.data) {
    return (
      <ViewDialog
        title={`Key ${create.data.name}`}
        description={
          <>
            Set it as <span className="text-code">HEDDLE_AGENT_KEY</span> in the environment of the agent.
          </>
        }
        closeLabel="Done"
        onClose={onClose}
      >
        <OneTimeSecret what="key" text={create.data.key} />
      </ViewDialog>
    );
  }
  const workspaceOptions = [
    { value: ALL, label: "All workspaces" },
    ...workspaces.map(({ id, slug }) => ({ value: id, label: slug })),
  ];
  const accessOptions = (canWrite ? (["read", "write"] as const) : (["read"] as const)).map((value) => ({
    value,
    label: accessText(value),
  }));
  return (
    <FormDialog
      title="New key for agents"
      description="An agent with this key reads what you can read. It can never change settings or keys, or delete data."
      action="Create key"
      isReady={name.trim() !== ""}
      change={create}
      messages={others}
      onSubmit={submit(create.mutate)}
      onClose={onClose}
    >
      <Field label="Name" hint="where it is used: laptop, ci" error={errors.name}>
        {(ids) => (
          <Input
            {...ids}
            {...form.register("name")}
            maxLength={MAX_AGENT_KEY_NAME_LENGTH}
            isInvalid={errors.name !== undefined}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Field label="Access">
        {({ id }) => (
          <Select
            id={id}
            label="Access"
            value={access ?? "read"}
            options={accessOptions}
            onChange={(value) => form.setValue("access", value)}
          />
        )}
      </Field>
      <Field label="Workspace">
        {({ id }) => (
          <Select
            id={id}
            label="Workspace"
            value={workspaceId ?? ALL}
            options={workspaceOptions}
            onChange={(value) => form.setValue("workspaceId", value === ALL ? null : value)}
          />
        )}
      </Field>
      <Field label="Valid for">
        {({ id }) => (
          <Select
            id={id}
            label="Valid for"
            value={String(lifetimeDays ?? null)}
            options={LIFETIMES}
            onChange={(value) => form.setValue("lifetimeDays", value === "null" ? null : Number(value))}
          />
        )}
      </Field>
    </FormDialog>
  );
}
