import { previewOf } from "@/lib/calls/value-preview";
import { answerTextOf, lastUserText } from "@/lib/chat/read-messages";
import { isMembers } from "@/lib/json/value/members";

/** What one side said: words, or data where there are no words. */
export interface AnswerContent {
  readonly text: string;
  readonly isJson: boolean;
}

/** What a turn is about: what the user asked and what was answered; null where nothing is known. */
export interface TurnText {
  readonly user: AnswerContent | null;
  readonly answer: AnswerContent | null;
}

/** The payloads that a turn's text is read from; undefined where there is none. */
export interface TurnPayloads {
  readonly inputs: unknown;
  readonly output: unknown;
  /** Inputs of the first and output of the last call of a model inside of the turn. */
  readonly modelInputs: unknown;
  readonly modelOutput: unknown;
}

/** The words of a turn: its own, else those of the calls of models inside of it, else its data. */
export function turnText({ inputs, output, modelInputs, modelOutput }: TurnPayloads): TurnText {
  return {
    user: words(lastUserText(inputs) ?? lastUserText(modelInputs)) ?? asData(inputs),
    answer: words(answerTextOf(output) ?? answerTextOf(modelOutput)) ?? asData(output),
  };
}

function words(text: string | null): AnswerContent | null {
  return text === null ? null : { text, isJson: false };
}

/** A payload without words, as compact data. */
function asData(payload: unknown): AnswerContent | null {
  if (isMembers(payload) && Object.keys(payload).length === 0) return null;
  return previewOf(payload);
}
