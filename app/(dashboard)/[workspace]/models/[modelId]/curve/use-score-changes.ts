"use client";

import { useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { type RowChoice, selectionOf } from "@/lib/evaluation/runs/row-choice";
import { isWithinNoise } from "@/lib/evaluation/runs/verdict-words";
import type { Workspace } from "@/lib/workspace/workspace";
import { type ChangePair, changePairs } from "./prepare-changes";

/** Pairs per request: the first changes appear while others are still computed. */
const PAIRS_PER_REQUEST = 5;

export interface ScoreChange {
  readonly change: EvaluationComparison;
  readonly againstStep: number;
}

export interface ScoreChanges {
  /** The change of the score that decides from the evaluated checkpoint before, by step. */
  readonly previous: ReadonlyMap<number, ScoreChange>;
  /** Steps whose difference from the best may be chance. */
  readonly nearBest: readonly number[];
  readonly failure: ServiceFailure | null;
}

function batchesOf(pairs: readonly ChangePair[]): (readonly ChangePair[])[] {
  return Array.from({ length: Math.ceil(pairs.length / PAIRS_PER_REQUEST) }, (_, index) =>
    pairs.slice(index * PAIRS_PER_REQUEST, (index + 1) * PAIRS_PER_REQUEST),
  );
}

/** Reads paired differences of finished evaluations, on the rows that count. */
export function useScoreChanges(
  { connectionId, projectId }: Workspace,
  evaluation: CheckpointEvaluation | null,
  choice: RowChoice,
): ScoreChanges {
  const pairs = evaluation === null ? { previous: [], best: [] } : changePairs(evaluation);
  // Apart, so that a new checkpoint changes only the last request of the neighbours.
  const batches = [...batchesOf(pairs.previous), ...batchesOf(pairs.best)];
  const queries = useQueries({
    queries: batches.map((batch) => ({
      ...serviceQuery(connectionId, "evaluations.figures", {
        project_id: projectId,
        runs: batch.map(({ runId, againstId }) => ({ id: runId, against_id: againstId })),
        rows: selectionOf(choice),
      }),
      // Runs that have finished do not change; the rows that count do, once a model is trained on more.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  });
  const scoreId = evaluation?.settings?.score;
  const found = new Map<string, EvaluationComparison>();
  for (const { data } of queries)
    for (const run of data?.runs ?? []) {
      const change = run.scores.find(({ id }) => id === scoreId)?.change;
      if (change) found.set(`${run.run_id} ${run.against_id}`, change);
    }
  const changeOf = ({ runId, againstId }: ChangePair) => found.get(`${runId} ${againstId}`);
  const failed = queries.find(({ isError }) => isError);
  return {
    previous: new Map(
      pairs.previous.flatMap((pair) => {
        const change = changeOf(pair);
        return change ? [[pair.step, { change, againstStep: pair.againstStep }] as const] : [];
      }),
    ),
    nearBest: pairs.best.flatMap((pair) => {
      const change = changeOf(pair);
      return change && change.difference !== null && isWithinNoise(change) ? [pair.step] : [];
    }),
    failure: failed?.error ? failureOf(failed.error) : null,
  };
}
