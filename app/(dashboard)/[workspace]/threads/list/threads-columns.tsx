import { RangeAxis, RangeBar } from "@/components/chart/range-bar";
import { ScoreCell } from "@/components/score/score-cell";
import { Unknown } from "@/components/table/cells";
import { idFit } from "@/components/table/fitted-widths";
import type { TableColumn } from "@/components/table/table-column";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { TextCard } from "@/components/ui/text-card";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { exceptionLine, exceptionText } from "@/lib/calls/exception-text";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { formatFullTime, formatTime } from "@/lib/format/time";
import { stripMarks } from "@/lib/markdown/strip-marks";
import { scoreLabel } from "@/lib/score/score-field";
import { scoreDomain } from "@/lib/score/score-text";
import { classNames } from "@/lib/style/class-names";
import type { ThreadRow, ThreadScale } from "@/lib/thread/thread-row";
import type { AnswerContent } from "@/lib/thread/turn-text";
import { factColumns } from "./fact-columns";
import { figureColumns } from "./figure-columns";

const TWO_LINES_CLASS = "grid leading-[17px] [&>*]:truncate";

export interface ColumnChoice {
  /** False beside an open conversation. */
  readonly hasRoom: boolean;
  /** False where the service does not return the messages of threads. */
  readonly hasMessages: boolean;
  /** False where the service does not add up the calls of threads. */
  readonly hasFigures: boolean;
  /** False where the service does not list users and tools by thread. */
  readonly hasFacts: boolean;
  /** True where users have a column of their own. */
  readonly isUserShown: boolean;
  readonly scores: readonly ProjectScore[];
  /** The fields of the scores that are shown at first. */
  readonly commonScores: readonly string[];
}

/** Columns without room beside an open conversation. */
export const roomyColumns: readonly string[] = [...[...factColumns, ...figureColumns].map(({ id }) => id), "from"];

/** The columns of the list; `sortField` is the service's name. */
export function threadsColumns(
  { axis }: ThreadScale,
  { hasRoom, hasMessages, hasFigures, hasFacts, isUserShown, scores, commonScores }: ColumnChoice,
): readonly TableColumn<ThreadRow>[] {
  return [
    {
      id: "thread",
      label: "Thread",
      width: hasRoom ? 216 : 148,
      fit: idFit((row) => row.id, hasRoom ? 264 : 168),
      sortField: "thread_id",
      cell: (row) => <ThreadCell row={row} isUserShown={isUserShown} />,
    },
    ...(hasMessages ? [messagesColumn] : []),
    {
      id: "turns",
      label: "Turns",
      width: 56,
      align: "end",
      sortField: "turn_count",
      cell: (row) => formatCount(row.turnCount),
    },
    ...(hasFacts ? factColumns : []),
    ...(hasFigures ? figureColumns : []),
    ...scores.map((score) => ({ ...scoreColumn(score), isHiddenAtFirst: !commonScores.includes(score.field) })),
    {
      id: "range",
      label: "Duration of a turn",
      head: <RangeAxis scale={axis} label="Turn" />,
      width: 148,
      cellClassName: "px-3.5 text-clip",
      cell: (row) => (
        <span title={row.isSlow ? "Slower than 90% of the loaded threads" : undefined}>
          <RangeBar p50Ms={row.p50Ms} p99Ms={row.p99Ms} scale={axis} isSlow={row.isSlow} />
        </span>
      ),
    },
    // Beside figures, users and tools, the bar shows both.
    { ...durationColumn("p50", "p50_turn_duration_ms", (row) => row.p50Ms), isHiddenAtFirst: hasFigures },
    { ...durationColumn("p99", "p99_turn_duration_ms", (row) => row.p99Ms), isHiddenAtFirst: hasFacts },
    { ...fromColumn, isHiddenAtFirst: hasFigures },
    {
      id: "updated",
      label: "Updated",
      sortField: "last_updated",
      width: 96,
      align: "end",
      cell: (row) => (
        <span title={formatTimeAndAge(row.updatedMs, row.nowMs)}>{formatListTime(row.updatedMs, row.nowMs)}</span>
      ),
    },
  ];
}

const messagesColumn: TableColumn<ThreadRow> = {
  id: "messages",
  label: "First and last message",
  width: "flex",
  cell: (row) => <MessagesCell row={row} />,
};

/** The start of the first turn; the sort menu has its field, too. */
const fromColumn: TableColumn<ThreadRow> = {
  id: "from",
  label: "From",
  sortField: "start_time",
  width: 100,
  align: "end",
  cell: (row) => (
    <span className="text-ink-3" title={formatFullTime(row.startedMs)}>
      {formatTime(row.startedMs, row.nowMs)}
    </span>
  ),
};

/** A quantile of the durations of a thread's turns. */
function durationColumn(
  label: string,
  sortField: string,
  read: (row: ThreadRow) => number | null,
): TableColumn<ThreadRow> {
  return {
    id: label,
    label,
    sortField,
    width: 68,
    align: "end",
    cell: (row) => {
      const durationMs = read(row);
      return durationMs === null ? <Unknown /> : <Quantity text={formatDuration(durationMs)} />;
    },
  };
}

function scoreColumn(score: ProjectScore): TableColumn<ThreadRow> {
  const { field, kind } = score;
  const domain = scoreDomain(score);
  return {
    id: field,
    label: field,
    head: <span title={field}>{scoreLabel(field)}</span>,
    width: 96,
    ...(kind === "number" ? { align: "end" as const } : {}),
    sortField: field,
    cell: (row) => <ScoreCell scores={row.scores} field={field} domain={domain} />,
  };
}

/** The id, and who began the thread unless that is in the column of users. */
function ThreadCell({ row, isUserShown }: { row: ThreadRow; isUserShown: boolean }) {
  const named = row.messages.kind === "read" ? row.messages.preview.by : null;
  const users = isUserShown && typeof row.facts === "object" ? (row.facts?.users ?? []) : [];
  const by = users.some(({ name }) => name === named) ? null : named;
  return (
    <span className={TWO_LINES_CLASS}>
      <MiddleTruncated text={row.id} />
      {by === null ? null : <span className="text-micro text-ink-3">{by}</span>}
    </span>
  );
}

/** Ids often differ at their ends, so long ids are truncated in the middle. */
function MiddleTruncated({ text }: { text: string }) {
  return (
    <span className="flex text-code" title={text}>
      <span className="truncate">{text.slice(0, -ID_END)}</span>
      <span className="flex-none">{text.slice(-ID_END)}</span>
    </span>
  );
}

const ID_END = 6;

function MessagesCell({ row: { messages } }: { row: ThreadRow }) {
  if (messages.kind === "not-offered") return null;
  if (messages.kind === "waiting") {
    return (
      <span className="grid gap-[7px]">
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
      </span>
    );
  }
  if (messages.kind === "failed") {
    return (
      <span className="text-err" title={messages.reason}>
        Could not be loaded: {messages.reason}
      </span>
    );
  }
  const { first, last, isLastByUser, exception, lastStatus } = messages.preview;
  return (
    <span className={TWO_LINES_CLASS}>
      <TextCard card={() => first?.text}>
        <TurnTextLine content={first} />
      </TextCard>
      {exception ? (
        <TextCard card={() => exceptionText(exception)}>
          <span className="text-err">{exceptionLine(exception)}</span>
        </TextCard>
      ) : last === null && lastStatus === "running" ? (
        <span className="text-ink-3">running</span>
      ) : (
        <TextCard card={() => last?.text}>
          <span className="text-ink-3">
            {isLastByUser ? "User: " : null}
            <TurnTextLine content={last} />
          </span>
        </TextCard>
      )}
    </span>
  );
}

/** One line of a message: text in the interface font without its signs of Markdown, data in the monospace font. */
export function TurnTextLine({ content, className }: { content: AnswerContent | null; className?: string }) {
  if (content === null) return <Unknown />;
  return (
    <span className={classNames(content.isJson && "text-code", className)}>
      {content.isJson ? content.text : stripMarks(content.text, true)}
    </span>
  );
}
