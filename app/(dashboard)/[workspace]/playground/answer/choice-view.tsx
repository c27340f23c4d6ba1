"use client";

import { useMemo } from "react";
import { MessageText } from "@/components/chat/message-text";
import { TranscriptPart } from "@/components/chat/transcript-part";
import { useMessageForm } from "@/components/markdown/message-form";
import { Callout } from "@/components/ui/callout";
import type { ChatPart } from "@/lib/chat/chat-message";
import { type AnswerChoice, finishNote } from "@/lib/completion/answer-choices";
import { formatCount } from "@/lib/format/count";
import { tokenFigures } from "@/lib/logprobs/logprob-figures";
import { hasMarkup } from "@/lib/markdown/has-markup";
import { AnswerText } from "./answer-text";
import { checkAnswer } from "./check-answer";
import { isJsonLike } from "./json-colors";
import { SchemaNote } from "./schema-note";
import { ToolCallCard } from "./tool-call-card";

type ChoiceViewProps = {
  choice: AnswerChoice;
  isRunning: boolean;
  /** True when the answer finished normally. */
  isWhole: boolean;
  schema: unknown;
  onToolResult?: ((toolCallId: string, name: string, text: string) => void) | undefined;
};

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** One of the answers: reasoning, text, tool calls, and how it ended. */
export function ChoiceView({ choice, isRunning, isWhole, schema, onToolResult }: ChoiceViewProps) {
  const { parts, text, refusal, tokens, finishReason } = choice;
  const reasoning = parts.filter((part) => part.kind === "reasoning");
  const others = parts.filter((part) => part.kind !== "reasoning");
  const asksForTools = others.some((part) => part.kind === "tool-request");
  const check = useMemo(
    () => (isWhole && refusal === null && !asksForTools ? checkAnswer(text, schema) : null),
    [isWhole, refusal, asksForTools, text, schema],
  );
  const [form] = useMessageForm();
  const isProse = form === "rendered" && isRendered(choice);
  const note = finishNote(finishReason);
  return (
    <div className="min-w-0">
      {orderedParts(reasoning).map(({ part, place }) => (
        <div key={place} className="mb-2">
          <TranscriptPart part={part} names={NO_NAMES} />
        </div>
      ))}
      {refusal === null ? null : (
        <Callout tone="warn" className="mb-2">
          <span className="font-medium">The model refused.</span> {refusal}
        </Callout>
      )}
      {text === "" && others.length > 0 ? null : isProse ? (
        <MessageText text={text} form="rendered" isRunning={isRunning} isWhole />
      ) : (
        <AnswerText text={text} tokens={tokens} isRunning={isRunning} />
      )}
      {orderedParts(others).map(({ part, place }) =>
        part.kind === "tool-request" ? (
          <ToolCallCard
            key={place}
            call={part}
            isRunning={isRunning}
            onResult={onToolResult && ((result) => onToolResult(part.id ?? "", part.name, result))}
          />
        ) : (
          <TranscriptPart key={place} part={part} names={NO_NAMES} />
        ),
      )}
      {isWhole && text === "" && refusal === null && parts.length === 0 ? (
        <p className="text-small text-ink-2">The model returned an empty answer.</p>
      ) : null}
      {check ? <SchemaNote check={check} /> : null}
      {note ? (
        <Callout tone="warn" className="mt-2">
          {note}
        </Callout>
      ) : null}
      {finishReason === null ? null : (
        <p className="mt-2 text-micro text-ink-3">
          finish_reason <span className="text-code text-ink-2">{finishReason}</span>
          {isRunning ? null : <Figures choice={choice} />}
        </p>
      )}
    </div>
  );
}

/** True for an answer that Markdown changes. Its JSON has colors, and its tokens tints, in the text as it was sent. */
export function isRendered({ text, tokens }: AnswerChoice): boolean {
  return tokens.length === 0 && !isJsonLike(text) && hasMarkup(text);
}

/** Only the position distinguishes parts, and they only grow at the end. */
function orderedParts(parts: readonly ChatPart[]): readonly { readonly part: ChatPart; readonly place: number }[] {
  return parts.map((part, place) => ({ part, place }));
}

function Figures({ choice: { tokens } }: { choice: AnswerChoice }) {
  const figures = useMemo(() => tokenFigures(tokens), [tokens]);
  if (figures === null) return null;
  return (
    <>
      {" · "}perplexity {figures.perplexity.toFixed(3)} · mean logprob {minus(figures.meanLogprob.toFixed(3))} ·{" "}
      {formatCount(figures.count)} logprobs
    </>
  );
}

const minus = (text: string) => text.replace("-", "−");
