"use client";

import { useMemo } from "react";
import type { AnswerChoice } from "@/lib/completion/answer-choices";
import { countOf } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import { ChoiceView } from "./choice-view";
import { answerSpread } from "./prepare-answer-spread";

type ChoiceListProps = {
  choices: readonly AnswerChoice[];
  isRunning: boolean;
  isWhole: boolean;
  schema: unknown;
  onToolResult?: ((toolCallId: string, name: string, text: string) => void) | undefined;
};

/** All n answers, side by side when the column is wide enough, with how much they differ. */
export function ChoiceList({ choices, isRunning, isWhole, schema, onToolResult }: ChoiceListProps) {
  return (
    <>
      {isRunning ? null : <Spread choices={choices} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-x-4 gap-y-3">
        {choices.map((choice) => (
          <section key={choice.index} aria-label={`Answer ${choice.index + 1}`} className="min-w-0">
            <h3 className="mb-1 text-micro font-medium text-ink-3">Answer {choice.index + 1}</h3>
            <ChoiceView
              choice={choice}
              isRunning={isRunning}
              isWhole={isWhole}
              schema={schema}
              onToolResult={onToolResult}
            />
          </section>
        ))}
      </div>
    </>
  );
}

function Spread({ choices }: { choices: readonly AnswerChoice[] }) {
  const { count, distinct, sharedWords } = useMemo(() => answerSpread(choices.map(textOfChoice)), [choices]);
  return (
    <p className="mb-2.5 text-small text-ink-2">
      {countOf(count, "answer")}, {distinct === 1 ? "all identical" : `${distinct} distinct`}
      {sharedWords === null || distinct === 1
        ? ""
        : `; any two share ${formatShortShare(sharedWords)} of their words on average`}
    </p>
  );
}

/** Answers that request tools differ by the requests. */
function textOfChoice({ text, parts }: AnswerChoice): string {
  const toolRequests = parts.flatMap((part) =>
    part.kind === "tool-request" ? [`${part.name} ${JSON.stringify(part.arguments)}`] : [],
  );
  return [text, ...toolRequests].join("\n");
}
