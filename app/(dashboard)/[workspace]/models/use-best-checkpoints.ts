"use client";

import { useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ListedCheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { Workspace } from "@/lib/workspace/workspace";

export type BestByModel = ReadonlyMap<string, ListedCheckpointEvaluation>;

interface BestCheckpoints {
  /** Null where the service evaluates no checkpoints, or none of the models has an evaluation. */
  readonly byModel: BestByModel | null;
  readonly failure: ServiceFailure | null;
}

/** Loads the best checkpoint of each model with an evaluation, a page of models at a time. */
export function useBestCheckpoints(
  { connectionId, projectId }: Workspace,
  pages: readonly (readonly string[])[] = [],
): BestCheckpoints {
  const queries = useQueries({
    queries: pages
      .filter((ids) => ids.length > 0)
      .map((ids) => ({
        ...serviceQuery(connectionId, "checkpointEvaluations.list", { project_id: projectId, model_ids: [...ids] }),
        retry: false,
      })),
  });
  const models = queries.flatMap(({ data }) => data?.models ?? []);
  const failed = queries.find(({ isError }) => isError);
  const failure = failed?.error ? failureOf(failed.error) : null;
  return {
    byModel: models.length === 0 ? null : new Map(models.map((model) => [model.model_id, model])),
    failure: failure?.kind === "unsupported" ? null : failure,
  };
}
