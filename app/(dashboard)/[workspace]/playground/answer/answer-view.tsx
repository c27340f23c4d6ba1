"use client";

import { Callout } from "@/components/ui/callout";
import type { Answer } from "./answer";

type AnswerViewProps = {
  answer: Answer;
  /** The answer of the pinned column; null where none is pinned, and in the pinned column itself. */
  pinned: Answer | null;
  /** `response_format` as it was sent; null where none was. */
  schema: unknown;
  /** A person wrote what a tool gave back; without it, results cannot be given. */
  onToolResult?: (toolCallId: string, name: string, text: string) => void;
};

/** The answer of one column, from its first token to its figures. Fills its column and scrolls by itself. */
export function AnswerView({ answer }: AnswerViewProps) {
  return (
    <div className="min-h-0 flex-1 overflow-auto px-3.5 py-2.5">
      <p className="text-read whitespace-pre-wrap [overflow-wrap:anywhere]">{JSON.stringify(answer.completion)}</p>
      {answer.failure ? <Callout tone="err">{answer.failure.message}</Callout> : null}
    </div>
  );
}
