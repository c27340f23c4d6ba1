"use client";

import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { groupsQuery } from "@/components/training/trajectories/use-batches";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ReadList } from "@/lib/stream/read-pages";
import type { Batch, GroupSummary } from "@/lib/training/trajectories/trajectory-batch";
import type { StepGroups } from "./prepare-group-map";

/** Returns the groups of several steps. Steps that could not be loaded are omitted and counted. */
export function useStepGroups(connectionId: string, batches: readonly Batch[]) {
  return useQueries({
    queries: batches.map(({ id }) => groupsQuery(connectionId, id)),
    combine: (results: UseQueryResult<ReadList<GroupSummary>>[]) => {
      const failed = results.filter(({ isError }) => isError);
      return {
        steps: results.flatMap(({ data }, index): StepGroups[] => {
          const batch = batches[index];
          return data && batch ? [{ batch, groups: data.items }] : [];
        }),
        isReading: results.some(({ isPending }) => isPending),
        failedCount: failed.length,
        failure: failed[0] ? failureOf(failed[0].error) : null,
        retry: () => {
          for (const { refetch } of failed) void refetch();
        },
      };
    },
  });
}
