import { stepsOffPolicy } from "@/service/training/training-runs/figures/steps-off-policy";
import type { LoggedRolloutRecord } from "./logged-rollout-record";

/**
 * Returns the mean distance of an iteration's rollouts from the weights that it trains, as a metric; nothing where no
 * rollout says which weights sampled it. The iteration less 1 is the number of training steps before it.
 */
export function offPolicyMetric(
  iteration: number,
  rollouts: readonly Pick<LoggedRolloutRecord, "content">[],
): { readonly steps_off_policy?: number } {
  const versions = rollouts.flatMap(({ content }) => content.weight_version ?? []);
  if (versions.length === 0) return {};
  return stepsOffPolicy(iteration - 1, versions.reduce((sum, one) => sum + one, 0) / versions.length);
}
