"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { Workspace } from "@/lib/workspace/workspace";

const POLL_MS = 1500;
const SHOWN_ROWS = 100;

/** What a person can do to a run. */
type RunAction =
  | { readonly kind: "pause" }
  | { readonly kind: "stop" }
  | { readonly kind: "resume"; readonly limits: { readonly concurrency?: number; readonly max_cost_usd?: number } };

export interface RunControl {
  readonly run: EvaluationRunDetail | undefined;
  readonly failure: ServiceFailure | null;
  readonly isRefetching: boolean;
  readonly refetch: () => void;
  readonly act: (action: RunAction) => void;
  /** The action that waits for the service. */
  readonly acting: RunAction["kind"] | null;
  readonly actionFailure: ServiceFailure | null;
}

/** True while the service still changes a run. */
function isMoving(run: Pick<EvaluationRunDetail, "state"> | undefined): boolean {
  return run === undefined || run.state === "queued" || run.state === "running" || run.state === "stopping";
}

/** Follows a run of the service, and controls it. */
export function useRun({ connectionId, projectId }: Workspace, runId: string, scorer: string | null): RunControl {
  const client = useQueryClient();
  const body = { project_id: projectId, run_id: runId, rows_limit: SHOWN_ROWS, scorer };
  const options = serviceQuery(connectionId, "evaluationRuns.read", body);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (isMoving(state.data) ? POLL_MS : false),
    placeholderData: (previous) => previous,
  });
  const action = useMutation({
    mutationFn: (given: RunAction) => {
      const by = { project_id: projectId, run_id: runId };
      if (given.kind === "pause") return callOperation(connectionId, "evaluationRuns.pause", { body: by });
      if (given.kind === "stop") return callOperation(connectionId, "evaluationRuns.stop", { body: by });
      return callOperation(connectionId, "evaluationRuns.resume", { body: { ...by, ...given.limits } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  return {
    run: query.data,
    failure: query.error ? failureOf(query.error) : null,
    isRefetching: query.isFetching,
    refetch: () => void query.refetch(),
    act: (given) => action.mutate(given),
    acting: action.isPending ? action.variables.kind : null,
    actionFailure: action.error ? failureOf(action.error) : null,
  };
}
