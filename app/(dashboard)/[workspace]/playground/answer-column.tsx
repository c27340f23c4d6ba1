import { memo, useCallback, useMemo, useSyncExternalStore } from "react";
import type { RunStore } from "@/components/completion/run-store";
import { Shuttle } from "@/components/ui/shuttle";
import { AnswerView } from "./answer/answer-view";
import { answeredMessage } from "./answered-message";
import { ColumnHead } from "./column-head";
import { type DraftColumn, messagesOf } from "./draft";
import { withMessages, withToolResult } from "./draft-changes";
import type { DraftEditing } from "./draft-editing";
import type { BuiltInputs } from "./prepare-inputs";
import { modelPlace } from "./prepare-inputs";
import { isSameJson } from "./same-json";
import type { ColumnActions } from "./use-column-actions";
import type { Providers } from "./use-providers";

/** The columns of a draft with their answers. */
export interface AnsweredColumns extends Pick<DraftEditing, "draft"> {
  readonly store: RunStore;
  /** What each column sends, by its key. */
  readonly built: ReadonlyMap<string, BuiltInputs>;
  /** Problems are marked from the first try on. */
  readonly hasTried: boolean;
  /** The column that the others are compared with. */
  readonly pinnedKey: string | null;
}

type AnswerColumnProps = {
  playground: AnsweredColumns;
  providers: Providers;
  actions: ColumnActions;
  column: DraftColumn;
  index: number;
};

/** Typing in the request does not draw the answers again. */
const StillAnswer = memo(AnswerView);

/** One model and what it answered. Drawn again by itself while its answer streams. */
export function AnswerColumn({ playground, providers, actions, column, index }: AnswerColumnProps) {
  const { store, built, hasTried, pinnedKey } = playground;
  const { change } = actions;
  const run = useSyncExternalStore(
    store.subscribe,
    () => store.runOf(column.key),
    () => store.runOf(column.key),
  );
  const pinned = useSyncExternalStore(
    store.subscribe,
    () => (pinnedKey === null || pinnedKey === column.key ? null : store.runOf(pinnedKey).answer),
    () => null,
  );
  const { answer, inputs } = run;
  const isRunning = answer.status === "running";
  // A growing answer is no message yet, and asking at each token would draw the head again.
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
      <ColumnHead
        column={column}
        index={index}
        name={name}
        list={providers.list}
        actions={actions}
        status={answer.status}
        answered={answered}
        isModelMissing={hasTried && problems.some(({ place }) => place === modelPlace(column.key))}
        isPinned={pinnedKey === column.key}
        isStale={isStale}
        columnCount={playground.draft.columns.length}
      />
      {isRunning ? (
        <Shuttle label={`${name} is answering`} />
      ) : (
        <div aria-hidden="true" className="h-0.5 border-t border-line" />
      )}
      {hasTried && problems.length > 0 ? (
        <div role="alert" className="px-3.5 pt-2 text-small text-err">
          {problems.map(({ place, message }) => (
            <p key={place}>{problemText(place, message)}</p>
          ))}
        </div>
      ) : null}
      <StillAnswer answer={answer} pinned={pinned} schema={inputs?.response_format ?? null} onToolResult={giveResult} />
    </section>
  );
}

/** `temperature: Not a number`; the model's own place is the column itself. */
function problemText(place: string, message: string): string {
  const [kind, ...name] = place.split(" ");
  return kind === "parameter" ? `${name.join(" ")}: ${message}` : kind === "tool" ? `A tool: ${message}` : message;
}
