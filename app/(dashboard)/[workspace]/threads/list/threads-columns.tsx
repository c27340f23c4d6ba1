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
import { figureColumns } from "./figure-columns";

const TWO_LINES_CLASS = "grid leading-[17px] [&>*]:truncate";

interface ColumnChoice {
  /** Beside an open conversation there is room for what the list is sorted by, and no more. */
  readonly hasRoom: boolean;
  /** False where the service does not add up the calls of threads. */
  readonly hasFigures: boolean;
  readonly scores?: readonly ProjectScore[];
}

/** The columns of the list; `sortField` is the service's name. */
export function threadsColumns(
  { axis }: ThreadScale,
  { hasRoom, hasFigures, scores = [] }: ColumnChoice,
): readonly TableColumn<ThreadRow>[] {
  return [
    {
      id: "thread",
      label: "Thread",
      width: hasRoom ? 216 : 148,
      fit: idFit((row) => row.id, hasRoom ? 264 : 168),
      sortField: "thread_id",
      cell: (row) => <ThreadCell row={row} />,
    },
    { id: "messages", label: "First and last message", width: "flex", cell: (row) => <MessagesCell row={row} /> },
    {
      id: "turns",
      label: "Turns",
      width: 56,
      align: "end",
      sortField: "turn_count",
      cell: (row) => formatCount(row.turnCount),
    },
    ...(hasFigures && hasRoom ? figureColumns : []),
    ...scores.map(scoreColumn),
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
    // Beside figures, the bar shows it.
    ...(hasRoom && hasFigures ? [] : [durationColumn("p50", "p50_turn_duration_ms", (row) => row.p50Ms)]),
    durationColumn("p99", "p99_turn_duration_ms", (row) => row.p99Ms),
    ...(hasRoom && !hasFigures ? [fromColumn] : []),
    {
      id: "updated",
      label: "Updated",
      sortField: "last_updated",
      width: 112,
      align: "end",
      cell: (row) => (
        <span title={formatTimeAndAge(row.updatedMs, row.nowMs)}>{formatListTime(row.updatedMs, row.nowMs)}</span>
      ),
    },
  ];
}

/** Not shown beside the figures of calls, for lack of room; the sort menu has its field, too. */
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
    width: 112,
    ...(kind === "number" ? { align: "end" as const } : {}),
    sortField: field,
    cell: (row) => <ScoreCell scores={row.scores} field={field} domain={domain} />,
  };
}

function ThreadCell({ row }: { row: ThreadRow }) {
  const by = row.messages.kind === "read" ? row.messages.preview.by : null;
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
