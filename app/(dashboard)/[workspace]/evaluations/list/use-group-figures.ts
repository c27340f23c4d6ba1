"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type RowChoice, selectionOf } from "@/lib/evaluation/runs/row-choice";
import { previousRun } from "@/lib/evaluation/runs/run-groups";
import type { Workspace } from "@/lib/workspace/workspace";

/** Runs per request: the first figures appear while others are still computed. */
const RUNS_PER_REQUEST = 5;
const RUNNING_REFRESH_MS = 5000;

export interface GroupFigures {
  readonly figuresOf: (runId: string) => EvaluationFigures | undefined;
  readonly failureOf: (runId: string) => ServiceFailure | null;
  readonly all: readonly EvaluationFigures[];
}

/**
 * Reads the figures of runs on the rows that count, each with its change against the run before it; some runs at a time.
 *
 * @param runs all runs, newest first: the ones to compare with
 * @param shown the runs whose figures are read, by group: a request has runs of one group only
 */
export function useGroupFigures(
  { connectionId, projectId }: Workspace,
  runs: readonly EvaluationRun[],
  shown: readonly (readonly EvaluationRun[])[],
  choice: RowChoice,
): GroupFigures {
  const batches = shown.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / RUNS_PER_REQUEST) }, (_, index) =>
      group.slice(index * RUNS_PER_REQUEST, (index + 1) * RUNS_PER_REQUEST),
    ),
  );
  const queries = useQueries({
    queries: batches.map((batch) => ({
      ...serviceQuery(connectionId, "evaluations.figures", {
        project_id: projectId,
        runs: batch.map((run) => ({ id: run.id, against_id: previousRun(run, runs)?.id ?? null })),
        rows: selectionOf(choice),
      }),
      // The figures of the rows that counted before are shown until those of others come; each says which rows it is over.
      placeholderData: keepPreviousData,
      refetchInterval: batch.some(({ state }) => state === "running") ? RUNNING_REFRESH_MS : (false as const),
    })),
  });
  const all = queries.flatMap(({ data }) => data?.runs ?? []);
  const byRun = new Map(all.map((figures) => [figures.run_id, figures]));
  return {
    all,
    figuresOf: (runId) => byRun.get(runId),
    failureOf: (runId) => {
      const query = queries[batches.findIndex((batch) => batch.some(({ id }) => id === runId))];
      return query?.isError ? failureOf(query.error) : null;
    },
  };
}
