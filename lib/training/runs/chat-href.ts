import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";

/** The best checkpoint of a run to chat with, and the reason. */
interface ChatTarget {
  readonly step: number;
  readonly reason: string;
  readonly href: string;
}

interface MeasuredStep {
  readonly step: number;
  readonly value: number;
  readonly reason: string;
}

/** An evaluation measures the checkpoint of its job; a reward measures the checkpoint that wrote the answers. */
function measuredSteps(iterations: readonly TrainingIteration[]): readonly MeasuredStep[] {
  const evaluated = iterations.flatMap(({ step, evaluation }) =>
    step === null || evaluation?.mean == null
      ? []
      : [{ step, value: evaluation.mean, reason: `Best evaluation score: ${evaluation.mean.toFixed(3)}` }],
  );
  if (evaluated.length > 0) return evaluated;
  return iterations.flatMap(({ iteration, from_step: step, reward, rollouts, rollouts_planned: planned }) =>
    step === null || step === 0 || reward.mean === null || rollouts < planned
      ? []
      : [
          {
            step,
            value: reward.mean,
            reason: `Highest reward of its answers: ${reward.mean.toFixed(3)}, in iteration ${iteration}`,
          },
        ],
  );
}

/**
 * Returns the playground with the best checkpoint of a run, and with the prompt of a task where one was trained on;
 * null while there is no checkpoint. The newest one is the best until something has measured a checkpoint.
 */
export function chatHref(
  slug: string,
  { model, iterations }: Pick<TrainingRunDetail, "model" | "iterations">,
): ChatTarget | null {
  if (model === null || model.latest_step === null || model.latest_step === 0) return null;
  const best = measuredSteps(iterations).reduce<MeasuredStep | null>(
    (before, one) => (before === null || one.value > before.value ? one : before),
    null,
  );
  const { step, reason } = best ?? { step: model.latest_step, reason: "The newest checkpoint" };
  const batchId = iterations.findLast(({ batch_id: id }) => id !== null)?.batch_id ?? null;
  const rollout = batchId === null ? null : { batchId, group: 0 };
  return { step, reason, href: stepChatHref(slug, model.address, [step, 0], rollout) };
}

/** Returns the playground with checkpoints of a model beside each other, and the prompt of a group. */
export function stepChatHref(
  slug: string,
  address: string,
  steps: readonly number[],
  rollout: { readonly batchId: string; readonly group: number } | null,
): string {
  const search = new URLSearchParams([
    ...(rollout === null ? [] : [["rollout", `${rollout.batchId}.${rollout.group}.0`]]),
    ...steps.map((step) => ["model", `${address}:step${step}`]),
  ]);
  return `/${slug}/playground?${search}`;
}
