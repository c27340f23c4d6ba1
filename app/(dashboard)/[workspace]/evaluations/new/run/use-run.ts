"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type FollowedRun, useRunControl } from "@/components/run/use-run-control";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { isMoving } from "@/lib/run/run-states";
import type { Workspace } from "@/lib/workspace/workspace";

const POLL_MS = 1500;

/** Rows that are shown at a time. */
export const SHOWN_ROWS = 100;

/** What a person can do to a run. */
type RunAction =
  | { readonly kind: "pause" }
  | { readonly kind: "resume"; readonly limits: { readonly concurrency?: number; readonly max_cost_usd?: number } };

/** The rows that are shown, as many as fit in a block. */
export interface RunBlock {
  /** From 0. */
  readonly index: number;
  /** True while the shown block is the one whose rows run. */
  readonly isFollowing: boolean;
  /** Shows a block; null follows the rows that run again. */
  readonly show: (index: number | null) => void;
}

export interface RunControl extends FollowedRun<EvaluationRunDetail, RunAction> {
  /** The request that stops the run, for its dialog. */
  readonly stopping: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (variables: undefined, options: { onSuccess: () => void }) => void;
  };
  readonly block: RunBlock;
}

/** Rows run in their order, so that the first one that is not complete is near those that run. */
const runningBlock = ({ rows, rows_complete: complete }: EvaluationRunDetail) =>
  Math.floor(Math.max(0, Math.min(complete, rows - 1)) / SHOWN_ROWS);

/** Follows a run of the service, and controls it. */
export function useRun({ connectionId, projectId }: Workspace, runId: string, scorer: string | null): RunControl {
  const client = useQueryClient();
  const [followed, setFollowed] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? followed;
  const by = { project_id: projectId, run_id: runId };
  const body = { ...by, rows_limit: SHOWN_ROWS, rows_offset: index * SHOWN_ROWS, scorer };
  const options = serviceQuery(connectionId, "evaluationRuns.read", body);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data === undefined || isMoving(state.data) ? POLL_MS : false),
    placeholderData: (previous) => previous,
  });
  // A run that has ended keeps the block that was shown last, and begins with the first one.
  if (query.data !== undefined && isMoving(query.data) && runningBlock(query.data) !== followed)
    setFollowed(runningBlock(query.data));
  const control = useRunControl(query, options.queryKey, (given: RunAction) => {
    if (given.kind === "pause") return callOperation(connectionId, "evaluationRuns.pause", { body: by });
    return callOperation(connectionId, "evaluationRuns.resume", { body: { ...by, ...given.limits } });
  });
  const stopping = useMutation<unknown, Error, undefined>({
    mutationFn: () => callOperation(connectionId, "evaluationRuns.stop", { body: by }),
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  return { ...control, stopping, block: { index, isFollowing: index === followed, show: setChosen } };
}
