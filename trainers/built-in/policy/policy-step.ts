import type { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { SparseGradient } from "@/trainers/built-in/model/sparse-gradient";
import { answerLogprobs, visitAnswers } from "@/trainers/built-in/model/visit-answers";
import { policyTerm } from "./policy-loss";
import type { TrainingSequence } from "./training-sequences";
import type { TrainingSettings } from "./training-settings";

/** The measurements over the trained bytes of one step, before the weights moved. */
interface StepMeasures {
  readonly byteCount: number;
  /** Mean over the bytes of the clipped policy loss. */
  readonly loss: number;
  /** Mean of -sum p log p over the vocabulary, in nats. */
  readonly entropy: number;
  /** Mean of old minus new log-probability: how far the policy moved from the one that sampled (estimator k1). */
  readonly klDiv: number;
  /** Mean of new log-probability minus that of the untrained base (estimator k1). */
  readonly klPolicyRef: number;
  /** Share of the bytes whose ratio of probabilities was clipped. */
  readonly clipFraction: number;
}

export interface PolicyStep {
  readonly measures: StepMeasures;
  /** Of the mean loss with respect to the weights. */
  readonly gradient: SparseGradient;
}

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * Returns the term added to each byte's advantage: coefficient * (mean of k over the step - k), with k the
 * log-probability of the source minus that of the reference. It holds back bytes that moved further from the reference
 * than others.
 */
function klShaping(
  model: LogLinearModel,
  sequences: readonly TrainingSequence[],
  { klPenalty: { coefficient, source } }: TrainingSettings,
): readonly Float32Array[] | null {
  if (coefficient === 0) return null;
  const distances = sequences.map(({ conversation, oldLogprobs, referenceLogprobs }) => {
    const logprobs = source === "sample" ? oldLogprobs : answerLogprobs(model, conversation);
    return logprobs.map((logprob, at) => logprob - (referenceLogprobs[at] ?? 0));
  });
  const count = distances.reduce((sum, { length }) => sum + length, 0);
  const middle = distances.reduce((sum, values) => sum + mean(values) * values.length, 0) / Math.max(1, count);
  return distances.map((values) => values.map((distance) => coefficient * (middle - distance)));
}

/** Returns the mean policy loss over the trained bytes of some sequences, its gradient, and its measurements. */
export function policyStep(
  model: LogLinearModel,
  sequences: readonly TrainingSequence[],
  settings: TrainingSettings,
): PolicyStep {
  const byteCount = sequences.reduce((sum, { oldLogprobs }) => sum + oldLogprobs.length, 0);
  const shaping = klShaping(model, sequences, settings);
  const gradient = new SparseGradient();
  const sums = { loss: 0, entropy: 0, drift: 0, distance: 0, clipped: 0 };
  for (const [place, sequence] of sequences.entries()) {
    let at = 0;
    visitAnswers(model, sequence.conversation, ({ byte, rows, logProbabilities }) => {
      const logprob = logProbabilities[byte] as number;
      const oldLogprob = sequence.oldLogprobs[at] as number;
      const advantage = sequence.advantage + (shaping?.[place]?.[at] ?? 0);
      const { loss, slope, isClipped } = policyTerm(
        { logprob, oldLogprob, advantage, weight: sequence.weight },
        settings.loss,
      );
      gradient.add(rows, 0, byte, logProbabilities, slope / byteCount);
      sums.loss += loss;
      sums.drift += oldLogprob - logprob;
      sums.distance += logprob - (sequence.referenceLogprobs[at] as number);
      sums.clipped += isClipped ? 1 : 0;
      for (const value of logProbabilities) sums.entropy -= Math.exp(value) * value;
      at += 1;
    });
  }
  const measures = {
    byteCount,
    loss: sums.loss / byteCount,
    entropy: sums.entropy / byteCount,
    klDiv: sums.drift / byteCount,
    klPolicyRef: sums.distance / byteCount,
    clipFraction: sums.clipped / byteCount,
  };
  return { measures, gradient };
}
