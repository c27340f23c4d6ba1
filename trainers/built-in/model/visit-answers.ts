import { type ConversationBytes, VOCABULARY } from "@/trainers/built-in/conversation/conversation-bytes";
import { ContextFeatures, FEATURE_COUNT } from "./context-features";
import type { LogLinearModel } from "./log-linear-model";

/** A byte of an answer with its context, the bytes before it. Arrays are reused for the next one. */
export interface AnswerByte {
  /** Position in the conversation. */
  readonly index: number;
  readonly byte: number;
  /** Row numbers of the active features. */
  readonly rows: Uint32Array;
  /** Of all 256 bytes, natural logarithms. */
  readonly logProbabilities: Float64Array;
}

/** Visits the bytes of a conversation that are trained on, in order. */
export function visitAnswers(
  model: LogLinearModel,
  { bytes, isTrained }: ConversationBytes,
  visit: (byte: AnswerByte) => void,
): void {
  const features = new ContextFeatures(model.rowCount);
  const rows = new Uint32Array(FEATURE_COUNT);
  const logProbabilities = new Float64Array(VOCABULARY);
  for (const [index, byte] of bytes.entries()) {
    if (isTrained[index] === 1) {
      features.write(rows);
      model.logProbabilities(rows, 0, logProbabilities);
      visit({ index, byte, rows, logProbabilities });
    }
    features.add(byte);
  }
}

/** Returns the logarithm of the probability of each byte of the answers, in order. */
export function answerLogprobs(model: LogLinearModel, conversation: ConversationBytes): Float32Array {
  const count = conversation.isTrained.reduce((sum, flag) => sum + flag, 0);
  const logprobs = new Float32Array(count);
  let next = 0;
  visitAnswers(model, conversation, ({ byte, logProbabilities }) => {
    logprobs[next] = logProbabilities[byte] as number;
    next += 1;
  });
  return logprobs;
}
