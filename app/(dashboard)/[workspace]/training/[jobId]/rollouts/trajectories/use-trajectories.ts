"use client";

import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import {
  type RolloutContents,
  readRollout,
  type Trajectory,
} from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { withTokenSignals } from "@/lib/training/trajectories/with-token-signals";

/** A trajectory as loaded, and as displayed. */
export interface Rollout {
  readonly trajectory: Trajectory;
  /** The trajectory with the signals that its trainer wrote for its tokens. */
  readonly signalled: Trajectory;
  readonly contents: RolloutContents;
}

/** The state of a column: loaded, loading or failed. */
export interface RolloutState {
  readonly rollout: Rollout | null;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

/** How long viewed trajectories stay cached: they are large. */
const CACHE_TIME_MS = 60_000;

type Group = { connectionId: string; batchId: string; group: number };

/** Returns trajectories of a group by index. Each is loaded on its own, and loading stops when the group is left. */
export function useTrajectories({ connectionId, batchId, group }: Group, indexes: readonly number[]) {
  return useQueries({
    queries: indexes.map((trajectory) => ({
      queryKey: serviceQueryKey(connectionId, "trajectories.read", { batchId, group, trajectory }),
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Rollout> => {
        const body = { batch_id: batchId, group, trajectory };
        const read = await callOperation(connectionId, "trajectories.read", { body, signal });
        const signalled = withTokenSignals(read.trajectory, read.token_signals ?? []);
        return { trajectory: read.trajectory, signalled, contents: readRollout(signalled) };
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: CACHE_TIME_MS,
      structuralSharing: false,
    })),
    combine: (results: UseQueryResult<Rollout>[]): ReadonlyMap<number, RolloutState> =>
      new Map(results.map((result, at) => [indexes[at] ?? 0, stateOf(result)])),
  });
}

function stateOf({ data, isError, error, refetch }: UseQueryResult<Rollout>): RolloutState {
  return { rollout: data ?? null, failure: isError ? failureOf(error) : null, retry: () => void refetch() };
}

/** Everything of a group except its trajectories. */
export function useGroupDetail({ connectionId, batchId, group }: Group) {
  return useQuery({
    ...serviceQuery(connectionId, "trajectories.group", { batch_id: batchId, group }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
