"use client";

import { useMemo } from "react";
import { CallingAnswer } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/calling-answer";
import type { TrialCalls } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/use-trial-calls";
import { MessageFormButton } from "@/components/chat/message-form-button";
import { hasForms, MessageText } from "@/components/chat/message-text";
import { DiffView } from "@/components/diff/diff-view";
import { useComparison } from "@/components/diff/use-comparison";
import { JsonViewer } from "@/components/json/json-viewer";
import { type MessageForm, useMessageForm } from "@/components/markdown/message-form";
import { MediaStrip } from "@/components/media/media-strip";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import { exceptionLine } from "@/lib/calls/exception-text";
import { callingMessages } from "@/lib/evaluation/runs/answer-calls";
import type { ShownExample } from "@/lib/evaluation/runs/example-columns";
import { isJsonObject } from "@/lib/guard/json-object";
import { mediaInside } from "@/lib/json/media/media-inside";

type ExpectedAndOutputProps = { calls: TrialCalls; trial: EvaluationTrial; expected: ShownExample };

/** The answer of a trial: against the expected one where the example has one, by value where both are JSON. */
export function ExpectedAndOutput({ calls, trial, expected }: ExpectedAndOutputProps) {
  const [form, setForm] = useMessageForm();
  const model = calls.children.find(({ id }) => id === trial.model_call_id);
  const exception = model?.exception ?? calls.trial?.exception ?? null;
  const answer = answerOf(calls, model?.output);
  const messages = useMemo(() => callingMessages(answer), [answer]);
  const hasExpected = expected.expectedMember !== null && isJsonObject(expected.value);
  const wanted =
    hasExpected && isJsonObject(expected.value) ? expected.value[expected.expectedMember ?? ""] : undefined;
  if (trial.state === "running") return <p className="px-4 py-2 text-small text-run">The trial is running.</p>;
  if (trial.state === "failed") {
    return (
      <p role="alert" className="border-b border-line px-4 py-2 text-small text-err [overflow-wrap:anywhere]">
        {exception === null ? "The model gave no answer, and no exception was logged." : exceptionLine(exception)}
      </p>
    );
  }
  return (
    <div className="border-b border-line">
      <div className="flex items-center px-4 pt-2">
        <h3 className="mr-auto text-micro text-ink-3">
          {hasExpected ? `Expected (${expected.expectedMember}) and output` : "Output"}
        </h3>
        {!hasExpected && typeof answer === "string" && hasForms(answer) ? (
          <MessageFormButton form={form} onForm={setForm} />
        ) : null}
      </div>
      {messages.length > 0 ? (
        <CallingAnswer wanted={hasExpected ? wanted : undefined} messages={messages} />
      ) : (
        <PlainAnswer hasExpected={hasExpected} wanted={wanted} answer={answer} name={trial.call_id} form={form} />
      )}
    </div>
  );
}

type PlainAnswerProps = { hasExpected: boolean; wanted: unknown; answer: unknown; name: string; form: MessageForm };

/** An answer without tool calls: its differences from the expected one, its text, or its value. */
function PlainAnswer({ hasExpected, wanted, answer, name, form }: PlainAnswerProps) {
  const isText = typeof answer === "string";
  const isMedia = isText && mediaInside(answer, 1).length > 0;
  return (
    <>
      {hasExpected || isText ? (
        <div className="px-4">
          <MediaStrip label="Media of the expected answer" value={hasExpected ? wanted : null} />
          <MediaStrip label="Media of the output" value={answer} />
        </div>
      ) : null}
      {hasExpected ? (
        <Differences left={wanted} right={comparable(wanted, answer)} name={name} />
      ) : isMedia ? null : (
        <div className="px-4 py-2">
          {isText ? (
            <MessageText text={answer} form={form} className="text-base" />
          ) : (
            <JsonViewer label="output" value={answer} />
          )}
        </div>
      )}
    </>
  );
}

/** The trial has the answer under `output`, or `model_output` in older clients; a scorer that failed leaves it only in the model's call. */
function answerOf({ trial }: TrialCalls, modelOutput: unknown): unknown {
  const output = trial?.output;
  if (isJsonObject(output)) {
    if (output.output !== undefined && output.output !== null) return output.output;
    if (output.model_output !== undefined && output.model_output !== null) return output.model_output;
  }
  return modelOutput ?? null;
}

/** A text is compared with the one text that an answer holds, so that its wrapping does not hide the difference. */
function comparable(wanted: unknown, answer: unknown): unknown {
  if (typeof wanted === "object" || !isJsonObject(answer)) return answer;
  const values = Object.values(answer);
  return values.length === 1 ? values[0] : answer;
}

const MAX_DIFF_PX = 320;

function Differences({ left, right, name }: { left: unknown; right: unknown; name: string }) {
  const isJson = typeof left === "object" && typeof right === "object";
  const comparison = useComparison(
    { key: `${name} expected`, value: left },
    { key: `${name} output`, value: right },
    isJson ? "json" : "text",
  );
  if (comparison.isError) return <p className="px-4 py-2 text-small text-err">The values could not be compared.</p>;
  if (comparison.data === undefined) return <ProgressBar label="Comparing" />;
  const { left: before, right: after } = comparison.data;
  const height = Math.min(MAX_DIFF_PX, 24 + 18 * Math.max(before.length, after.length) * 2);
  return (
    <div className="flex flex-col" style={{ height }}>
      <DiffView comparison={comparison.data} layout="unified" isJson={isJson} isKeyed={false} />
    </div>
  );
}
