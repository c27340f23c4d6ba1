"use client";

import { type QueryKey, type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** A run that a page follows, and the actions on it. */
export interface FollowedRun<Run, Action extends { readonly kind: string }> {
  readonly run: Run | undefined;
  readonly failure: ServiceFailure | null;
  readonly isRefetching: boolean;
  readonly refetch: () => void;
  readonly act: (action: Action) => void;
  /** The action that waits for the service. */
  readonly acting: Action["kind"] | null;
  readonly actionFailure: ServiceFailure | null;
}

/**
 * Controls a run, and reads it again after each action.
 *
 * @param query follows the run under the given key
 * @param request sends an action
 */
export function useRunControl<Run, Action extends { readonly kind: string }>(
  query: UseQueryResult<Run>,
  queryKey: QueryKey,
  request: (action: Action) => Promise<unknown>,
): FollowedRun<Run, Action> {
  const client = useQueryClient();
  const action = useMutation({
    mutationFn: request,
    onSettled: () => client.invalidateQueries({ queryKey }),
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
