"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

/** A model that does not exist yet: it is registered by its button, or when the request is sent. */
export interface NewModelControl {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly baseModel: string;
  readonly setBaseModel: (baseModel: string) => void;
  /** True when name and base model are entered. */
  readonly isComplete: boolean;
  readonly isRegistering: boolean;
  /** The id of the registered model; null until it is registered. */
  readonly registeredId: string | null;
  /** Why the service's trainer cannot train it. */
  readonly warning: string | null;
  readonly failure: ServiceFailure | null;
  /** Registers the model, and returns its id. @throws RequestFailure */
  readonly register: () => Promise<string>;
}

/** Returns the model to register, with the first base model of the trainer unless another is typed. */
export function useNewModel(
  { connectionId, projectId }: Workspace,
  baseModels: readonly string[],
  onRegistered: (id: string) => Promise<void>,
): NewModelControl {
  const { entity, project } = splitProject(projectId);
  const [name, setName] = useState(`${project}-agent`);
  const [typedBase, setBaseModel] = useState<string | null>(null);
  const baseModel = typedBase ?? baseModels[0] ?? "";
  const registering = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "models.create", {
        body: {
          ...(entity === "" ? {} : { entity }),
          project,
          name: name.trim(),
          base_model: baseModel.trim(),
          return_existing: true,
        },
      }),
    onSuccess: ({ id }) => onRegistered(id),
  });
  return {
    name,
    setName,
    baseModel,
    setBaseModel,
    isComplete: name.trim() !== "" && baseModel.trim() !== "",
    isRegistering: registering.isPending,
    registeredId: registering.data?.id ?? null,
    warning: registering.data?.warning ?? null,
    failure: registering.isError ? failureOf(registering.error) : null,
    register: async () => (await registering.mutateAsync()).id,
  };
}
