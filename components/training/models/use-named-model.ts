"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { ModelName } from "@/lib/training/jobs/model-address";

/** Maximum number of a project's models searched for a name. */
const MAX_MODELS = 100;

type NamedModel = ResultOf<"models.list">["data"][number];

/** Finds a model by its name; undefined while it loads, and where the service lists no such model. */
export function useNamedModel(connectionId: string, { entity, project, name }: ModelName): NamedModel | undefined {
  const models = useQuery({
    ...serviceQuery(connectionId, "models.list", { project_id: `${entity}/${project}`, limit: MAX_MODELS }),
    retry: false,
  });
  return models.data?.data.find((candidate) => candidate.name === name);
}
