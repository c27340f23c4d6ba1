"use client";

import { useMemo, useState } from "react";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Skeleton } from "@/components/ui/skeleton";
import type { Answer } from "@/lib/completion/answer";
import { type AnswerChoice, readChoices } from "@/lib/completion/answer-choices";
import { AnswerBar, type AnswerMode, type VisibleChoice } from "./answer-bar";
import { AnswerFacts } from "./answer-facts";
import { AnswerFailureNote } from "./answer-failure-note";
import { AnswerFoot } from "./answer-foot";
import { ChoiceList } from "./choice-list";
import { ChoiceView, isRendered } from "./choice-view";
import { useStickToEnd } from "./use-stick-to-end";

const TokenTable = partLoadedLater(async () => (await import("@/components/logprobs/token-table")).TokenTable);

const AnswerDiff = partLoadedLater(async () => (await import("./answer-diff")).AnswerDiff);

type AnswerViewProps = {
  answer: Answer;
  /** The answer of the pinned column; null when no column is pinned, and in the pinned column itself. */
  pinned: Answer | null;
  /** `response_format` as it was sent; null when it was not sent. */
  schema: unknown;
  /** Called with a typed tool result; without it, results cannot be entered. */
  onToolResult?: ((toolCallId: string, name: string, text: string) => void) | undefined;
};

/** The answer of one column, from its first token to its figures. It fills its column and scrolls on its own. */
export function AnswerView({ answer, pinned, schema, onToolResult }: AnswerViewProps) {
  const choices = useMemo(() => readChoices(answer.completion), [answer.completion]);
  // There is nothing to compare with while the pinned answer is still growing.
  const settled = pinned?.status === "running" ? null : (pinned?.completion ?? null);
  const pinnedChoices = useMemo(() => readChoices(settled), [settled]);
  const [shown, setShown] = useState<VisibleChoice>("all");
  const [wanted, setWanted] = useState<AnswerMode>("answer");
  const isRunning = answer.status === "running";
  const { pane, onScroll } = useStickToEnd(isRunning, answer.completion);
  const own = choices.length > 1 ? (shown === "all" ? undefined : choices[shown]) : choices[0];
  const other = isRunning ? undefined : pinnedChoices[0];
  const modes = modesOf(own, other);
  const mode = modes.includes(wanted) ? wanted : "answer";
  // Expanded parts and entered texts belong to one run.
  const run = answer.startedAtMs;
  const rest = { isRunning, isWhole: answer.status === "done", schema, onToolResult };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <AnswerBar
        count={choices.length}
        shown={own || shown === "all" ? shown : "all"}
        onVisibleChange={setShown}
        modes={modes}
        mode={mode}
        onMode={setWanted}
      />
      {mode === "difference" && own && other ? (
        <div className="flex min-h-0 flex-1 flex-col pt-2.5">
          <AnswerDiff pinned={other} own={own} />
        </div>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a column of the page is the section
        <div
          ref={pane}
          onScroll={onScroll}
          role="group"
          aria-label="Answer"
          aria-busy={isRunning}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
          tabIndex={0}
          className={
            mode === "tokens" ? "min-h-0 flex-1 overflow-auto pt-2.5" : "min-h-0 flex-1 overflow-auto px-3.5 py-2.5"
          }
        >
          {mode === "tokens" && own ? <TokenTable tokens={own.tokens} /> : null}
          {mode === "answer" && own ? <ChoiceView key={run} choice={own} {...rest} /> : null}
          {mode === "answer" && !own && choices.length > 0 ? (
            <ChoiceList key={run} choices={choices} {...rest} />
          ) : null}
          {isRunning && choices.every(isEmptyAnswer) ? <Waiting /> : null}
          <Ending answer={answer} />
        </div>
      )}
      <p role="status" className="sr-only">
        {STATUS_LABELS[answer.status]}
      </p>
      <AnswerFacts answer={answer} />
      <AnswerFoot
        answer={answer}
        hasLogprobs={choices.some(({ tokens }) => tokens.length > 0)}
        hasForms={choices.some(isRendered)}
      />
    </div>
  );
}

const STATUS_LABELS: Record<Answer["status"], string> = {
  idle: "",
  running: "Answering",
  done: "The answer is complete",
  failed: "",
  stopped: "Stopped",
};

function modesOf(own: AnswerChoice | undefined, pinned: AnswerChoice | undefined): readonly AnswerMode[] {
  if (!own) return ["answer"];
  return [
    "answer",
    ...(own.tokens.length > 0 ? (["tokens"] as const) : []),
    ...(pinned ? (["difference"] as const) : []),
  ];
}

/** Many streams begin with a chunk that contains only the role. */
function isEmptyAnswer({ text, parts, refusal }: AnswerChoice): boolean {
  return text === "" && parts.length === 0 && refusal === null;
}

function Waiting() {
  return (
    <div aria-hidden="true" className="grid gap-2 pt-1">
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-3/5" />
    </div>
  );
}

function Ending({ answer: { status, failure, completion } }: { answer: Answer }) {
  if (failure) {
    return (
      <div className={completion === null ? "" : "mt-2.5"}>
        <AnswerFailureNote failure={failure} />
      </div>
    );
  }
  if (status !== "stopped") return null;
  return (
    <p className="mt-2 text-small text-ink-2">
      {completion === null ? "Stopped before the first token." : "Stopped. The partial answer is kept."}
    </p>
  );
}
