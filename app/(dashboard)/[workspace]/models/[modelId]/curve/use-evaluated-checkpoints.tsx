"use client";

import type { ReactNode } from "react";
import { useCheckpointEvaluation } from "@/components/training/models/use-checkpoint-evaluation";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { finishedRuns } from "./prepare-changes";
import { decidingScore } from "./prepare-curve";
import { evaluationOfRows } from "./rows-of-evaluation";
import { ScoreCell } from "./score-cell";
import { type ScoreChanges, useScoreChanges } from "./use-score-changes";
import { useSlicedEvaluation } from "./use-sliced-evaluation";

export interface EvaluatedCheckpoints {
  /** Null while it loads, where it could not be loaded, and where the service has none. */
  readonly evaluation: CheckpointEvaluation | null;
  readonly isUnsupported: boolean;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
  readonly changes: ScoreChanges;
  /** Null where the lineage of the rows is not known. */
  readonly rows: Pick<CountedRows, "trained" | "all"> | null;
  /** The calls of finished evaluations, by step. */
  readonly callIds: ReadonlyMap<number, string>;
  /** The score that decides, as a column of checkpoints. */
  readonly score: { readonly name: string; readonly cellOf: (step: number) => ReactNode } | null;
}

/**
 * The evaluation of a model with everything that the page shows of it.
 *
 * @param choice the rows that its scores and changes are over
 */
export function useEvaluatedCheckpoints(
  workspace: Workspace,
  modelId: string,
  choice: RowChoice,
): EvaluatedCheckpoints {
  const query = useCheckpointEvaluation(workspace.connectionId, modelId);
  const counted = query.data ? evaluationOfRows(query.data, choice.rows) : null;
  const sliced = useSlicedEvaluation(workspace, counted?.evaluation ?? null, choice);
  const { evaluation } = sliced;
  const changes = useScoreChanges(workspace, evaluation, choice);
  const settings = evaluation?.settings ?? null;
  const byStep = new Map(evaluation?.checkpoints.map((checkpoint) => [checkpoint.step, checkpoint]));
  const base = byStep.get(0);
  const baseMean = base ? (decidingScore(base, settings?.score)?.mean ?? null) : null;
  return {
    evaluation,
    isUnsupported: query.data === null,
    failure: query.error ? failureOf(query.error) : sliced.failure,
    retry: () => void query.refetch(),
    changes,
    rows: counted?.rows ?? null,
    callIds: new Map(
      evaluation === null ? [] : finishedRuns(evaluation).map(({ step, callId }) => [step, callId] as const),
    ),
    score:
      settings === null
        ? null
        : {
            name: settings.score,
            cellOf: (step) => (
              <ScoreCell
                slug={workspace.slug}
                settings={settings}
                checkpoint={byStep.get(step)}
                change={changes.previous.get(step)}
                baseMean={baseMean}
              />
            ),
          },
  };
}
