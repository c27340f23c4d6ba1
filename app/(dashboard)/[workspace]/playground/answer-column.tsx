import { CircleStop, Play, RefreshCw } from "lucide-react";
import { memo, useCallback, useMemo, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { type Status, StatusGlyph } from "@/components/ui/glyph/status-glyph";
import { Shuttle } from "@/components/ui/shuttle";
import { Tag } from "@/components/ui/tag";
import type { Answer, AnswerStatus } from "./answer/answer";
import { AnswerView } from "./answer/answer-view";
import { answeredMessage } from "./answered-message";
import { ColumnMenu } from "./column-menu";
import { type DraftColumn, messagesOf } from "./draft";
import { withColumn, withMessages, withToolResult } from "./draft-changes";
import { ModelPicker } from "./model-picker";
import { modelPlace } from "./prepare-inputs";
import { isSameJson } from "./same-json";
import type { Playground } from "./use-playground";
import type { Providers } from "./use-providers";

type AnswerColumnProps = { playground: Playground; providers: Providers; column: DraftColumn; index: number };

/** Typing in the request does not draw the answers again. */
const StillAnswer = memo(AnswerView);

/** One model and what it answered. Drawn again by itself while its answer streams. */
export function AnswerColumn({ playground, providers, column, index }: AnswerColumnProps) {
  const { store, built, hasTried, pinnedKey, change } = playground;
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
  const request = built.get(column.key);
  const problems = request?.problems ?? [];
  const isStale = useMemo(() => inputs !== null && !isSameJson(inputs, request?.inputs), [inputs, request]);
  const name = column.model === "" ? `Column ${index + 1}` : column.model;
  const giveResult = useCallback(
    (toolCallId: string, toolName: string, text: string) =>
      change((before) => {
        const asked = answeredMessage(answer);
        const result = { toolCallId, name: toolName, text };
        if (!asked) return before;
        const messages = withToolResult(messagesOf(before, column), asked, result);
        return withMessages(before, column.messages ? column.key : "shared", messages);
      }),
    [change, answer, column],
  );
  const ownCount = Object.keys(column.own).length;
  return (
    <section
      aria-label={`Answer of ${name}`}
      data-column={column.key}
      className="flex min-w-[232px] flex-1 flex-col border-l border-line first:border-l-0"
    >
      <div className="flex h-9 flex-none items-center gap-1.5 pr-1.5 pl-2.5">
        <ModelPicker
          list={providers.list}
          model={column.model}
          label={`Model of column ${index + 1}`}
          isInvalid={hasTried && problems.some(({ place }) => place === modelPlace(column.key))}
          onChange={(model) => change((before) => withColumn(before, { ...column, model }))}
        />
        {column.messages ? <Tag>own messages</Tag> : null}
        {ownCount > 0 ? <Tag>{ownCount} own</Tag> : null}
        {pinnedKey === column.key ? <Tag tone="outline">pinned</Tag> : null}
        {isStale ? (
          <Tag tone="warn" title="The request was edited since">
            edited since
          </Tag>
        ) : null}
        {glyphs[answer.status] ? <StatusGlyph status={glyphs[answer.status] ?? "ok"} /> : null}
        <span className="ml-auto flex flex-none">
          <RunButton
            name={name}
            answer={answer}
            isRunning={isRunning}
            onRun={() => playground.runOne(column.key)}
            onStop={() => playground.stopOne(column.key)}
          />
          <ColumnMenu playground={playground} column={column} name={name} answer={answer} />
        </span>
      </div>
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

const glyphs: Readonly<Record<AnswerStatus, Status | null>> = {
  idle: null,
  running: "running",
  done: "ok",
  failed: "error",
  stopped: "cancelled",
};

type RunButtonProps = {
  name: string;
  answer: Answer;
  isRunning: boolean;
  onRun: () => void;
  onStop: () => void;
};

function RunButton({ name, answer, isRunning, onRun, onStop }: RunButtonProps) {
  if (isRunning) {
    return (
      <Button kind="ghost" size="icon-small" aria-label={`Stop ${name}`} onClick={onStop}>
        <CircleStop size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    );
  }
  const isFirst = answer.status === "idle";
  return (
    <Button kind="ghost" size="icon-small" aria-label={`${isFirst ? "Run" : "Run again:"} ${name}`} onClick={onRun}>
      {isFirst ? (
        <Play size={13} strokeWidth={1.7} aria-hidden="true" />
      ) : (
        <RefreshCw size={13} strokeWidth={1.7} aria-hidden="true" />
      )}
    </Button>
  );
}
