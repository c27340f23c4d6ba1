import { previewOf } from "@/lib/calls/value-preview";
import { answerTextOf, lastUserText } from "@/lib/chat/read-messages";
import { isMembers } from "@/lib/json/value/members";

/** One side of a turn: text, or data if there is no text. */
export interface AnswerContent {
  readonly text: string;
  readonly isJson: boolean;
}

/** The texts of a turn: the user's question and the answer; null if unknown. */
export interface TurnText {
  readonly user: AnswerContent | null;
  readonly answer: AnswerContent | null;
}

/** The payloads that a turn's text is read from; undefined if there are none. */
export interface TurnPayloads {
  readonly inputs: unknown;
  readonly output: unknown;
  /** Inputs of the first and output of the last model call inside the turn. */
  readonly modelInputs: unknown;
  readonly modelOutput: unknown;
}

/** Returns the text of a turn: its own, else that of the model calls inside it, else its data. */
export function turnText({ inputs, output, modelInputs, modelOutput }: TurnPayloads): TurnText {
  return {
    user: words(lastUserText(inputs) ?? lastUserText(modelInputs)) ?? asData(inputs),
    answer: words(answerTextOf(output) ?? answerTextOf(modelOutput)) ?? asData(output),
  };
}

function words(text: string | null): AnswerContent | null {
  return text === null ? null : { text, isJson: false };
}

/** A payload without text, as compact data. */
function asData(payload: unknown): AnswerContent | null {
  if (isMembers(payload) && Object.keys(payload).length === 0) return null;
  return previewOf(payload);
}
