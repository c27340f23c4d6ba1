import type { TrainingIteration } from "@/lib/api/contract/training-runs/training-runs";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { describeEvaluation } from "@/service/training/checkpoint-evaluations/describe-evaluations";

type Evaluation = NonNullable<TrainingIteration["evaluation"]>;

/**
 * Returns the results of the evaluation that is set on a model, by the step of the checkpoint: over held-out rows where
 * some were trained on, as the best checkpoint is chosen.
 */
export async function readEvaluations(
  evaluations: CheckpointEvaluations,
  modelId: string,
): Promise<ReadonlyMap<number, Evaluation>> {
  const { settings, checkpoints, best } = await describeEvaluation(evaluations, modelId);
  if (settings === null) return new Map();
  return new Map(
    checkpoints.flatMap(({ step, run }): [number, Evaluation][] => {
      if (run === null) return [];
      const part = best?.part ?? "all";
      const scores = part === "held_out" ? run.figures?.rows?.held_out : run.figures?.scores;
      const found = scores?.find(({ id }) => id === settings.score);
      const { state, run_id, call_id } = run;
      const { mean = null, low = null, high = null, example_count = null } = found ?? {};
      const figures = { mean, low, high, part, example_count };
      return [[step, { state, score: settings.score, ...figures, run_id, call_id }]];
    }),
  );
}
