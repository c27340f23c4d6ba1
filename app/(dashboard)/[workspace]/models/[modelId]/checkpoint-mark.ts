import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { bestStep, isLessBetter } from "./prepare-checkpoints";

/** The checkpoint that is ahead of the others, and by what. */
export interface CheckpointMark {
  readonly step: number;
  /** `best exact`, or where nothing is evaluated `highest reward`. */
  readonly words: string;
  readonly reason: string;
  readonly isEvaluated: boolean;
}

/**
 * Returns the checkpoint that is marked. Only an evaluation makes one the best: a metric of the trainer is a mean of the
 * data that trained or was logged for the checkpoint, so that a checkpoint is named by it as what it is.
 */
export function checkpointMark(
  evaluation: CheckpointEvaluation | null,
  checkpoints: readonly Checkpoint[],
  metric: string | null,
): CheckpointMark | null {
  if (evaluation?.settings) {
    const { best, settings } = evaluation;
    if (best === null) return null;
    const reason = `The ${settings.direction === "lower" ? "lowest" : "highest"} ${settings.score} of the evaluation ${settings.name}`;
    return { step: best.step, words: `best ${settings.score}`, reason, isEvaluated: true };
  }
  const step = bestStep(checkpoints, metric);
  if (step === null || metric === null) return null;
  const words = `${isLessBetter(metric) ? "lowest" : "highest"} ${metric}`;
  const reason = "A mean of the data that trained the checkpoint or was logged for it, not of an evaluation";
  return { step, words, reason, isEvaluated: false };
}
