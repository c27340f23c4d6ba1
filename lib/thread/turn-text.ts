import { previewOf } from "@/lib/calls/value-preview";
import { answerTextOf, lastUserText } from "@/lib/chat/read-messages";
import { type LocatedMedia, mediaInside } from "@/lib/json/media/media-inside";
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
  /** Media in the turn's own payloads; absent where there is none. */
  readonly userMedia?: readonly LocatedMedia[];
  readonly answerMedia?: readonly LocatedMedia[];
}

/** Media of one side that is shown beside its text; the trace has all. */
const MAX_MEDIA = 6;

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
  const [userMedia, answerMedia] = [keptMedia(inputs), keptMedia(output)];
  return {
    user: words(lastUserText(inputs) ?? lastUserText(modelInputs)) ?? asData(inputs, "input"),
    answer: words(answerTextOf(output) ?? answerTextOf(modelOutput)) ?? asData(output, "output"),
    ...(userMedia.length > 0 ? { userMedia } : {}),
    ...(answerMedia.length > 0 ? { answerMedia } : {}),
  };
}

function words(text: string | null): AnswerContent | null {
  return text === null ? null : { text, isJson: false };
}

/** Larger data in a payload is only in the trace: it would keep the payload in memory. */
const MAX_INLINE_BYTES = 1_000_000;

function keptMedia(payload: unknown): readonly LocatedMedia[] {
  return mediaInside(payload, MAX_MEDIA).filter(
    ({ rich }) =>
      rich.kind === "time" ||
      rich.files.every(({ source, sizeBytes }) => source.kind === "stored" || (sizeBytes ?? 0) <= MAX_INLINE_BYTES),
  );
}

/** A payload without text, as compact data. */
function asData(payload: unknown, side: "input" | "output"): AnswerContent | null {
  if (isMembers(payload) && Object.keys(payload).length === 0) return null;
  const preview = previewOf(payload, side);
  return preview === null ? null : { text: preview.text, isJson: preview.isJson };
}
