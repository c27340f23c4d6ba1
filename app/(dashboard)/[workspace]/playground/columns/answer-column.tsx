import { memo, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import { type DraftColumn, messagesOf } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withMessages, withToolResult } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import type { BuiltInputs } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { modelProblemKey } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import type { PlaygroundProviders } from "@/app/(dashboard)/[workspace]/playground/providers/use-providers";
import { loadedLater, partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { RunStore } from "@/lib/completion/run-store";
import { answeredMessage } from "./answered-message";
import { isSameJson } from "./is-same-json";
import { PlaygroundColumnHead } from "./playground-column-head";
import type { PlaygroundColumnActions } from "./use-column-actions";

/** The columns of a draft and their answers. */
export interface AnsweredColumns extends Pick<DraftEditing, "draft"> {
  readonly store: RunStore;
  /** The request of each column, by its key. */
  readonly built: ReadonlyMap<string, BuiltInputs>;
  /** Problems are marked after the first attempt to run. */
  readonly hasTried: boolean;
  /** The column that the others are compared with. */
  readonly pinnedKey: string | null;
}

type AnswerColumnProps = {
  playground: AnsweredColumns;
  providers: PlaygroundProviders;
  actions: PlaygroundColumnActions;
  column: DraftColumn;
  index: number;
};

/** The page does without it. */
const ServerWait = loadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/answer/server-wait")).ServerWait,
);

const AnswerView = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/answer/answer-view")).AnswerView,
);

/** Typing in the request does not redraw the answers. */
const StaticAnswer = memo(AnswerView);

/** One model and its answer. Redrawn on its own while the answer streams. */
export function AnswerColumn({ playground, providers, actions, column, index }: AnswerColumnProps) {
  const { store, built, hasTried, pinnedKey } = playground;
  const { change } = actions;
  const run = useStore(store, () => store.runOf(column.key));
  const pinned = useStore(store, () =>
    pinnedKey === null || pinnedKey === column.key ? null : store.runOf(pinnedKey).answer,
  );
  const { answer, inputs } = run;
  const isRunning = answer.status === "running";
  // A growing answer is not a message yet, and deriving one for each token would redraw the header.
  const ended = isRunning ? null : answer;
  const answered = useMemo(() => ended && answeredMessage(ended), [ended]);
  const request = built.get(column.key);
  const problems = request?.problems ?? [];
  const isStale = useMemo(() => inputs !== null && !isSameJson(inputs, request?.inputs), [inputs, request]);
  const name = column.model === "" ? `Column ${index + 1}` : column.model;
  const giveResult = useCallback(
    (toolCallId: string, toolName: string, text: string) =>
      change((before) => {
        if (!answered) return before;
        const result = { toolCallId, name: toolName, text };
        const messages = withToolResult(messagesOf(before, column), answered, result);
        return withMessages(before, column.messages ? column.key : "shared", messages);
      }),
    [change, answered, column],
  );
  return (
    <section
      aria-label={`Answer of ${name}`}
      data-column={column.key}
      className="flex min-w-[232px] flex-1 flex-col border-l border-line first:border-l-0"
    >
      <PlaygroundColumnHead
        column={column}
        index={index}
        name={name}
        list={providers.list}
        actions={actions}
        status={answer.status}
        answered={answered}
        isModelMissing={hasTried && problems.some(({ place }) => place === modelProblemKey(column.key))}
        isPinned={pinnedKey === column.key}
        isStale={isStale}
        columnCount={playground.draft.columns.length}
      />
      {isRunning ? (
        <ProgressBar label={`${name} is answering`} />
      ) : (
        <div aria-hidden="true" className="h-0.5 border-t border-line" />
      )}
      {isRunning && answer.completion === null ? (
        <ServerWait connectionId={providers.connectionId} model={inputs?.model ?? column.model} />
      ) : null}
      {hasTried && problems.length > 0 ? (
        <div role="alert" className="px-3.5 pt-2 text-small text-err">
          {problems.map(({ place, message }) => (
            <p key={place}>{problemText(place, message)}</p>
          ))}
        </div>
      ) : null}
      {answer.status === "idle" ? (
        <p className="m-auto p-4 text-small text-ink-3">Not run yet</p>
      ) : (
        <StaticAnswer
          answer={answer}
          pinned={pinned}
          schema={inputs?.response_format ?? null}
          onToolResult={giveResult}
        />
      )}
    </section>
  );
}

/** `temperature: Not a number`; the position of the model is the column itself. */
function problemText(place: string, message: string): string {
  const [kind, ...name] = place.split(" ");
  return kind === "parameter" ? `${name.join(" ")}: ${message}` : kind === "tool" ? `Tool: ${message}` : message;
}
