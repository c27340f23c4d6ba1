"use client";

import { useQuery } from "@tanstack/react-query";
import { type FollowedRun, useRunControl } from "@/components/run/use-run-control";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { isMoving } from "@/lib/run/run-states";
import type { Workspace } from "@/lib/workspace/workspace";

const POLL_MS = 1500;
const SHOWN_ROWS = 100;

/** What a person can do to a run. */
type RunAction =
  | { readonly kind: "pause" }
  | { readonly kind: "stop" }
  | { readonly kind: "resume"; readonly limits: { readonly concurrency?: number; readonly max_cost_usd?: number } };

export type RunControl = FollowedRun<EvaluationRunDetail, RunAction>;

/** Follows a run of the service, and controls it. */
export function useRun({ connectionId, projectId }: Workspace, runId: string, scorer: string | null): RunControl {
  const body = { project_id: projectId, run_id: runId, rows_limit: SHOWN_ROWS, scorer };
  const options = serviceQuery(connectionId, "evaluationRuns.read", body);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data === undefined || isMoving(state.data) ? POLL_MS : false),
    placeholderData: (previous) => previous,
  });
  return useRunControl(query, options.queryKey, (given: RunAction) => {
    const by = { project_id: projectId, run_id: runId };
    if (given.kind === "pause") return callOperation(connectionId, "evaluationRuns.pause", { body: by });
    if (given.kind === "stop") return callOperation(connectionId, "evaluationRuns.stop", { body: by });
    return callOperation(connectionId, "evaluationRuns.resume", { body: { ...by, ...given.limits } });
  });
}
