import { CircleStop, Play, RefreshCw } from "lucide-react";
import { memo } from "react";
import type { DraftColumn, DraftMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withColumn } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { ModelPicker } from "@/app/(dashboard)/[workspace]/playground/providers/model-picker";
import type { ProviderList } from "@/app/(dashboard)/[workspace]/playground/providers/use-providers";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import type { AnswerStatus } from "@/lib/completion/answer";
import type { Status } from "@/lib/format/status";
import { PlaygroundColumnMenu } from "./playground-column-menu";
import type { PlaygroundColumnActions } from "./use-column-actions";

type ColumnHeadProps = {
  column: DraftColumn;
  index: number;
  name: string;
  list: ProviderList;
  actions: PlaygroundColumnActions;
  status: AnswerStatus;
  /** The answer as a message, once it has ended with one. */
  answered: DraftMessage | null;
  isModelMissing: boolean;
  isPinned: boolean;
  isStale: boolean;
  /** The number of columns. */
  columnCount: number;
};

/** A column's model, its properties and its actions. It is not redrawn while tokens arrive. */
export const PlaygroundColumnHead = memo(function ColumnHead(props: ColumnHeadProps) {
  const { column, index, name, list, actions, status, isPinned, isStale } = props;
  const ownCount = Object.keys(column.own).length;
  const glyph = glyphs[status];
  return (
    <div className="flex h-9 flex-none items-center gap-1.5 pr-1.5 pl-2.5">
      <ModelPicker
        list={list}
        model={column.model}
        label={`Model of column ${index + 1}`}
        isInvalid={props.isModelMissing}
        onChange={(model) => actions.change((before) => withColumn(before, { ...column, model }))}
      />
      {column.messages ? <Tag>own messages</Tag> : null}
      {ownCount > 0 ? <Tag>{ownCount} own</Tag> : null}
      {isPinned ? <Tag tone="outline">pinned</Tag> : null}
      {isStale ? (
        <Tag tone="warn" title="The request was edited since this run">
          stale
        </Tag>
      ) : null}
      {glyph ? <StatusGlyph status={glyph} /> : null}
      <span className="ml-auto flex flex-none">
        <RunButton
          name={name}
          status={status}
          onRun={() => actions.run(column.key)}
          onStop={() => actions.stop(column.key)}
        />
        <PlaygroundColumnMenu
          column={column}
          name={name}
          actions={actions}
          answered={props.answered}
          isPinned={isPinned}
          columnCount={props.columnCount}
        />
      </span>
    </div>
  );
});

const glyphs: Readonly<Record<AnswerStatus, Status | null>> = {
  idle: null,
  running: "running",
  done: "ok",
  failed: "error",
  stopped: "cancelled",
};

type RunButtonProps = { name: string; status: AnswerStatus; onRun: () => void; onStop: () => void };

function RunButton({ name, status, onRun, onStop }: RunButtonProps) {
  if (status === "running") {
    return (
      <Button kind="ghost" size="icon-small" aria-label={`Stop ${name}`} onClick={onStop}>
        <CircleStop size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    );
  }
  const isFirst = status === "idle";
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
