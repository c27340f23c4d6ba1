"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { ProjectAddress } from "./read-scores";
import { readScores, type ScoreEntries } from "./read-scores";
import type { RowScores } from "./score-cell";

/** Scores are added while a page is open. */
const STALE_MS = 30_000;

type Subjects = Omit<RequestOf<"scores.read">, "project_id">;

export interface Scores {
  readonly byId: ReadonlyMap<string, Exclude<RowScores, "failed" | null>>;
  readonly hasFailed: boolean;
}

const combine = (results: QueryObserverResult<ScoreEntries>[]): Scores => ({
  byId: new Map(results.flatMap(({ data }) => data ?? [])),
  hasFailed: results.some(({ isError }) => isError),
});

/** Returns the scores of calls and threads as they arrive; one request for each entry of `blocks`. */
export function useScores(address: ProjectAddress, blocks: readonly Subjects[], isEnabled = true): Scores {
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

/** Returns the scores of one row. */
export function rowScores({ byId, hasFailed }: Scores, id: string): RowScores {
  return byId.get(id) ?? (hasFailed ? "failed" : null);
}
