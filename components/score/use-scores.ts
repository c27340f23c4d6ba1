"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { LoadedScores } from "@/lib/score/row-scores";
import type { ProjectAddress } from "./read-scores";
import { readScores, type ScoreEntries } from "./read-scores";

/** Scores are added while a page is open. */
const STALE_MS = 30_000;

type Subjects = Omit<RequestOf<"scores.read">, "project_id">;

const combine = (results: QueryObserverResult<ScoreEntries>[]): LoadedScores => ({
  byId: new Map(results.flatMap(({ data }) => data ?? [])),
  hasFailed: results.some(({ isError }) => isError),
});

/** Returns the scores of calls and threads as they arrive; one request for each entry of `blocks`. */
export function useScores(address: ProjectAddress, blocks: readonly Subjects[], isEnabled = true): LoadedScores {
  const { connectionId, projectId } = address;
  return useQueries({
    queries: blocks.map((subjects) => ({
      queryKey: ["service", connectionId, "scores.read", projectId, subjects],
      queryFn: ({ signal }: { signal: AbortSignal }) => readScores({ connectionId, projectId }, subjects, signal),
      enabled: isEnabled,
      staleTime: STALE_MS,
      retry: false,
    })),
    combine,
  });
}
