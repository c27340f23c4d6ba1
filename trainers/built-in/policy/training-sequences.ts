import { type ConversationBytes, conversationBytes } from "@/trainers/built-in/conversation/conversation-bytes";
import type { ReadGroup } from "@/trainers/built-in/conversation/read-groups";
import type { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { answerLogprobs } from "@/trainers/built-in/model/visit-answers";
import { groupAdvantages } from "./group-advantages";
import type { TrainingSettings } from "./training-settings";

/** One conversation to learn from. Arrays contain one number for each trained byte, in order. */
export interface TrainingSequence {
  readonly conversation: ConversationBytes;
  readonly advantage: number;
  /** Weight of each byte: mean 1 over all bytes of the job. */
  readonly weight: number;
  /** Natural logarithms under the policy that sampled. */
  readonly oldLogprobs: Float32Array;
  /** Natural logarithms under the untrained base. */
  readonly referenceLogprobs: Float32Array;
}

interface Candidate {
  readonly conversation: ConversationBytes;
  readonly byteCount: number;
  readonly advantage: number;
  readonly weight: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The conversations of a job that can move the policy: those of trajectories with an advantage other than zero. */
function candidates(groups: readonly ReadGroup[], { advantages }: TrainingSettings): Candidate[] {
  return groups.flatMap(({ trajectories }) => {
    const values = groupAdvantages(
      trajectories.map(({ reward }) => reward),
      advantages,
    );
    return trajectories.flatMap(({ histories }, index) => {
      const advantage = values[index] ?? 0;
      if (advantage === 0) return [];
      const written = histories.map((messages) => conversationBytes(messages));
      const counts = written.map(({ isTrained }) => isTrained.reduce((total, flag) => total + flag, 0));
      const all = sum(counts);
      return written.flatMap((conversation, at) => {
        const byteCount = counts[at] ?? 0;
        return byteCount === 0 ? [] : [{ conversation, byteCount, advantage, weight: 1 / all }];
      });
    });
  });
}

/** Returns the logarithms sent with the choices, and those of the starting policy for choices without them. */
function oldLogprobs(start: LogLinearModel, conversation: ConversationBytes, isAnew: boolean): Float32Array {
  const computed = answerLogprobs(start, conversation);
  if (isAnew) return computed;
  let next = 0;
  for (const [index, flag] of conversation.isTrained.entries()) {
    if (flag === 0) continue;
    const sampled = conversation.sampledLogprobs[index] ?? Number.NaN;
    if (!Number.isNaN(sampled)) computed[next] = sampled;
    next += 1;
  }
  return computed;
}

/**
 * Builds the training sequences of a job's groups. Each byte weighs 1 / (trained bytes of its trajectory), scaled so
 * that the mean over all bytes is 1; advantages are scaled so that the weighted mean of their absolute values is 1.
 *
 * @param start the policy before the first step
 * @param reference the untrained base, for the distance from it
 */
export function* trainingSequences(
  groups: readonly ReadGroup[],
  start: LogLinearModel,
  reference: LogLinearModel,
  settings: TrainingSettings,
): Generator<TrainingSequence> {
  const sequences = candidates(groups, settings);
  const bytes = sum(sequences.map(({ byteCount }) => byteCount));
  const weights = sum(sequences.map(({ byteCount, weight }) => byteCount * weight));
  const strength = sum(sequences.map(({ byteCount, weight, advantage }) => byteCount * weight * Math.abs(advantage)));
  for (const { conversation, advantage, weight } of sequences) {
    yield {
      conversation,
      advantage: (advantage * weights) / strength,
      weight: (weight * bytes) / weights,
      oldLogprobs: oldLogprobs(start, conversation, settings.shouldPrecalculateLogprobs),
      referenceLogprobs: answerLogprobs(reference, conversation),
    };
  }
}
