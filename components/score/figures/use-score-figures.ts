"use client";

import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { ProjectAddress } from "@/components/score/read-scores";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { RequestOf } from "@/lib/api/contract/operations";
import { scoreFiguresKey } from "./score-figures-key";

/** The calls whose scores are shown, and what they are grouped by. */
export type ScoredCalls = Omit<RequestOf<"scores.figures">, "project_id" | "fields">;

/** With live updates, figures of scores keep a service busy for a twentieth of the time at most. */
const REFRESH_INTERVAL_FACTOR = 20;
const MIN_REFRESH_INTERVAL_MS = 15_000;

export interface ScoreFiguresAnswer {
  /** Null until the first response. */
  readonly result: ScoresFiguresResult | null;
  readonly failure: ServiceFailure | null;
  readonly isStale: boolean;
  readonly refresh: () => void;
}

/**
 * Returns the figures of scores.
 * @param key tells requests apart: a relative range moves with each response
 * @param callsAt the selected calls at a time
 */
export function useScoreFigures(
  { connectionId, projectId }: ProjectAddress,
  fields: readonly string[],
  { key, callsAt, isLive }: { key: readonly unknown[]; callsAt: (nowMs: number) => ScoredCalls; isLive: boolean },
): ScoreFiguresAnswer {
  const request = queryOptions({
    queryKey: [...scoreFiguresKey(connectionId), projectId, fields, ...key],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now();
      const body = { ...callsAt(Date.now()), project_id: projectId, fields: [...fields] };
      const result = await callOperation(connectionId, "scores.figures", { body, signal });
      return { result, durationMs: performance.now() - startedMs };
    },
  });
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    ...request,
    enabled: fields.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isLive && !state.error
        ? Math.max(MIN_REFRESH_INTERVAL_MS, (state.data?.durationMs ?? 0) * REFRESH_INTERVAL_FACTOR)
        : false,
  });
  return {
    result: data?.result ?? null,
    failure: isError ? failureOf(error) : null,
    isStale: isPlaceholderData,
    refresh: () => void refetch(),
  };
}
