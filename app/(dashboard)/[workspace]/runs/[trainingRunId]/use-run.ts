"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FollowedRun, useRunControl } from "@/components/run/use-run-control";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { isMoving } from "@/lib/run/run-states";
import type { Workspace } from "@/lib/workspace/workspace";

const POLL_MS = 1000;
/** Polling interval while a run rests: a client, another program or another user may continue it at any time. */
const SLOW_POLL_MS = 5000;

/** What the page shows of a run of any length: its charts read the series, each for its own width. */
const SHOWN = { newest: 200, has_metrics: false, max_rewards: 1200 } as const;

type ResumeLimits = Omit<RequestOf<"trainingRuns.resume">, "project_id" | "run_id">;

/** An action on a run. */
type RunAction = { readonly kind: "pause" } | { readonly kind: "resume"; readonly limits: ResumeLimits };

export interface RunControl extends FollowedRun<TrainingRunDetail, RunAction> {
  /** The request that stops the run, for its dialog. */
  readonly stopping: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: (variables: undefined, options: { onSuccess: () => void }) => void;
  };
}

/** True while the evaluation of a checkpoint has no score yet: it may end after its run. */
function hasOpenEvaluation({ iterations }: TrainingRunDetail): boolean {
  return iterations.some(({ evaluation }) => evaluation?.state === "waiting" || evaluation?.state === "running");
}

/** Follows a run, and controls it. */
export function useRun({ connectionId, projectId }: Workspace, runId: string): RunControl {
  const client = useQueryClient();
  const by = { project_id: projectId, run_id: runId };
  const options = serviceQuery(connectionId, "trainingRuns.read", { ...by, ...SHOWN });
  const query = useQuery({
    ...options,
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (data === undefined) return error === null ? POLL_MS : false;
      if (isMoving(data) && data.source === "service") return POLL_MS;
      return data.source !== "service" || data.state === "paused" || hasOpenEvaluation(data) ? SLOW_POLL_MS : false;
    },
  });
  const control = useRunControl(query, options.queryKey, (given: RunAction) => {
    if (given.kind === "pause") return callOperation(connectionId, "trainingRuns.pause", { body: by });
    return callOperation(connectionId, "trainingRuns.resume", { body: { ...by, ...given.limits } });
  });
  const stopping = useMutation<unknown, Error, undefined>({
    mutationFn: () => callOperation(connectionId, "trainingRuns.stop", { body: by }),
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  return { ...control, stopping };
}
