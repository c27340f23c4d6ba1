"use client";

import { useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type {
  CheckpointEvaluation,
  CheckpointScore,
  EvaluatedCheckpoint,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import { type RowChoice, selectionOf } from "@/lib/evaluation/runs/row-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { finishedRuns } from "./prepare-changes";

/** Returns a checkpoint whose scores are those of a slice; without scores until the slice is known. */
function sliced(checkpoint: EvaluatedCheckpoint, figures: EvaluationFigures | undefined): EvaluatedCheckpoint {
  const { run } = checkpoint;
  if (!run?.figures) return checkpoint;
  const scores = (figures?.scores ?? []).flatMap((one): CheckpointScore[] => {
    if (one.kind === "text") return [];
    const { id, kind, mean, interval, example_count, failure_count } = one;
    return [{ id, kind, mean, low: interval?.low ?? null, high: interval?.high ?? null, example_count, failure_count }];
  });
  return { ...checkpoint, run: { ...run, figures: { ...run.figures, scores } } };
}

/**
 * Returns an evaluation of checkpoints with the scores of a slice of its rows, computed by the service from their trials;
 * the evaluation as it is where no slice is chosen.
 */
export function useSlicedEvaluation(
  { connectionId, projectId }: Workspace,
  evaluation: CheckpointEvaluation | null,
  choice: RowChoice,
): { readonly evaluation: CheckpointEvaluation | null; readonly failure: ServiceFailure | null } {
  const isSliced = choice.slice !== null && choice.value !== null;
  const ids = isSliced && evaluation !== null ? finishedRuns(evaluation).map(({ callId }) => callId) : [];
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_FIGURE_RUNS) }, (_, part) =>
    ids.slice(part * MAX_FIGURE_RUNS, (part + 1) * MAX_FIGURE_RUNS),
  );
  const queries = useQueries({
    queries: parts.map((part) => ({
      ...serviceQuery(connectionId, "evaluations.figures", {
        project_id: projectId,
        runs: part.map((id) => ({ id })),
        rows: selectionOf(choice),
      }),
      // Runs that have finished do not change.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  });
  if (evaluation === null || !isSliced) return { evaluation, failure: null };
  const found = new Map(queries.flatMap(({ data }) => data?.runs ?? []).map((one) => [one.run_id, one]));
  const failed = queries.find(({ isError }) => isError);
  return {
    evaluation: {
      ...evaluation,
      checkpoints: evaluation.checkpoints.map((one) => sliced(one, found.get(one.run?.call_id ?? ""))),
    },
    failure: failed?.error ? failureOf(failed.error) : null,
  };
}
