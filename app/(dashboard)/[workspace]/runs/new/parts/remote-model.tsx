"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { FailureState } from "@/components/state/failure-state";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PartProps } from "./part-props";

/** A model that another service samples and trains. An admin has added that service as a provider. */
export function RemoteModel({ workspace, control, errors }: PartProps & { workspace: Workspace }) {
  const { draft, change } = control;
  const read = useQuery({ ...serviceQuery(workspace.connectionId, "completions.providers", undefined), retry: false });
  if (read.isError) return <FailureState failure={failureOf(read.error)} onRetry={() => void read.refetch()} />;
  const providers = (read.data?.providers ?? []).filter(({ name }) => name !== "checkpoints");
  const hint =
    read.isSuccess && providers.length === 0
      ? "None yet: an admin adds the service, with its address and key, under Settings → Providers"
      : "The service, with its address and key, as an admin added it under Settings → Providers";
  return (
    <div className="flex flex-wrap items-start gap-2.5">
      <Field label="Provider" error={errors.get("model.provider")} hint={hint} className="w-[240px] max-md:w-full">
        {({ id }) => (
          <Select
            id={id}
            label="Provider"
            value={draft.remoteProvider}
            placeholder={read.isPending ? "Loading providers" : "Choose a provider"}
            isDisabled={providers.length === 0}
            options={providers.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(remoteProvider) => change({ remoteProvider })}
          />
        )}
      </Field>
      <Field
        label="Id of the model"
        error={errors.get("model.model_id")}
        hint="On that service"
        className="w-[300px] max-md:w-full"
      >
        {(ids) => (
          <Input
            {...ids}
            isMono
            isInvalid={errors.has("model.model_id")}
            value={draft.remoteModelId}
            onChange={(event) => change({ remoteModelId: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Name of the model in requests"
        error={errors.get("model.address")}
        hint="Without a step"
        className="min-w-[280px] flex-1 max-md:w-full"
      >
        {(ids) => (
          <Input
            {...ids}
            isMono
            isInvalid={errors.has("model.address")}
            placeholder="wandb-artifact:///entity/project/name"
            value={draft.remoteAddress}
            onChange={(event) => change({ remoteAddress: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
