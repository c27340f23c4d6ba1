import { Random } from "@/lib/sample/random";
import type { ReadGroup } from "@/trainers/built-in/conversation/read-groups";
import { Adam } from "@/trainers/built-in/model/adam";
import type { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { isTrainable, populationDeviation } from "./group-advantages";
import { policyStep } from "./policy-step";
import { type TrainingSequence, trainingSequences } from "./training-sequences";
import type { TrainingSettings } from "./training-settings";

/** The report of one gradient step: finite numbers only. */
export type StepMetrics = Readonly<Record<string, number>>;

export interface PolicyTraining {
  /** The number of gradient steps to come; 0 when no group has a gradient. */
  readonly stepCount: number;
  /** Runs the steps; the model's weights move before each is reported. */
  readonly steps: Generator<StepMetrics>;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Statistics of the rewards before any step: their mean over trajectories, the mean over groups of more than one of the
 * population standard deviation, and the share of rollouts that ended in an exception. Without a trajectory there is no
 * reward.
 */
export function rewardMetrics(groups: readonly ReadGroup[]): StepMetrics {
  const rewards = groups.map(({ trajectories }) => trajectories.map(({ reward }) => reward));
  const exceptions = groups.reduce((sum, { exceptionCount }) => sum + exceptionCount, 0);
  const all = rewards.flat();
  const several = rewards.filter(({ length }) => length > 1);
  return {
    ...(all.length === 0 ? {} : { reward: mean(all), reward_std_dev: mean(several.map(populationDeviation)) }),
    exception_rate: exceptions / Math.max(1, exceptions + all.length),
    num_trajectories: exceptions + all.length,
    num_groups_submitted: groups.length,
    num_groups_trainable: rewards.filter(isTrainable).length,
  };
}

function shuffle<Item>(items: Item[], random: Random): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}

/** Combines sequences until a step has enough bytes; a sequence is never cut. */
function stepsOf(sequences: readonly TrainingSequence[], bytesPerStep: number): TrainingSequence[][] {
  const steps: TrainingSequence[][] = [];
  let tokensLeft = 0;
  for (const sequence of sequences) {
    if (tokensLeft <= 0) {
      steps.push([]);
      tokensLeft = bytesPerStep;
    }
    steps.at(-1)?.push(sequence);
    tokensLeft -= sequence.oldLogprobs.length;
  }
  return steps;
}

/**
 * Policy gradient with group-relative advantages, one pass over a job's trajectories, in an order drawn from the seed.
 *
 * @param model is changed
 * @param reference the untrained base, which is not changed
 */
export function trainPolicy(
  model: LogLinearModel,
  reference: LogLinearModel,
  groups: readonly ReadGroup[],
  settings: TrainingSettings,
  seed: number,
): PolicyTraining {
  const sequences = shuffle([...trainingSequences(groups, model, reference, settings)], new Random(seed));
  const steps = stepsOf(sequences, settings.bytesPerStep);
  const optimizer = new Adam(model, settings.learningRate);
  const rewards = rewardMetrics(groups);
  function* make(): Generator<StepMetrics> {
    for (const step of steps) {
      const { measures, gradient } = policyStep(model, step, settings);
      optimizer.step(gradient);
      yield {
        loss: measures.loss,
        policy_loss: measures.loss,
        entropy: measures.entropy,
        kl_div: measures.klDiv,
        kl_policy_ref: measures.klPolicyRef,
        clip_fraction: measures.clipFraction,
        grad_norm: gradient.norm(),
        learning_rate: settings.learningRate,
        num_trainable_tokens: measures.byteCount,
        ...rewards,
      };
    }
  }
  return { stepCount: steps.length, steps: make() };
}
