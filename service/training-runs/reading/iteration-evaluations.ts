import type { TrainingIteration } from "@/lib/api/contract/training-runs/training-runs";
import type { CheckpointEvaluations } from "@/service/checkpoint-evaluations/checkpoint-evaluations";
import { describeEvaluation } from "@/service/checkpoint-evaluations/describe-evaluations";

type Evaluation = NonNullable<TrainingIteration["evaluation"]>;

/** Returns the results of the evaluation that is set on a model, by the step of the checkpoint. */
export async function readEvaluations(
  evaluations: CheckpointEvaluations,
  modelId: string,
): Promise<ReadonlyMap<number, Evaluation>> {
  const { settings, checkpoints } = await describeEvaluation(evaluations, modelId);
  if (settings === null) return new Map();
  return new Map(
    checkpoints.flatMap(({ step, run }): [number, Evaluation][] => {
      if (run === null) return [];
      const found = run.figures?.scores.find(({ id }) => id === settings.score);
      const { state, run_id, call_id } = run;
      const figures = { mean: found?.mean ?? null, low: found?.low ?? null, high: found?.high ?? null };
      return [[step, { state, score: settings.score, ...figures, run_id, call_id }]];
    }),
  );
}
