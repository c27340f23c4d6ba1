import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { UserName } from "@/components/session/user-name";
import { AgeCell, CostCell, DurationCell, IdCell, OpCell, StatusCell, Unknown } from "@/components/table/cells";
import { idFit, opFit, timeFit } from "@/components/table/fitted-widths";
import type { TableColumn } from "@/components/table/table-column";
import { opLabel } from "@/lib/calls/call-facts";
import { quoteValue } from "@/lib/filter/query-text";
import { formatShortId } from "@/lib/format/identifier";
import { formatListTime } from "@/lib/format/relative-time";
import type { CellValue } from "@/lib/table/cell-value";
import { InputCell, OutputCell } from "./payload-cells";
import { TokensInCell, TokensOtherCell, TraceTotalMark } from "./token-cells";

/** Adds a value of a query field to the filter. */
const fieldValue = (field: string, text: string | null): CellValue | null =>
  text ? { text, term: `${field}:${quoteValue(text)}` } : null;

const numberValue = (value: number | null): CellValue | null =>
  value === null ? null : { text: String(value), term: null };

/** Names and ids leave the room of a usual screen to what was asked and answered. */
const MAX_OP_PX = 180;
const MAX_THREAD_PX = 92;

/** The columns of the list, in the design's order; `sortField` is the service's name. */
const tracesColumns: readonly TableColumn<CallListRow>[] = [
  {
    id: "status",
    label: "Status",
    head: <span className="sr-only">Status</span>,
    width: 28,
    isFixed: true,
    cellClassName: "pr-1 pl-1.5 text-clip",
    cell: (row) => <StatusCell status={row.status} />,
  },
  {
    id: "op",
    label: "Op",
    width: 192,
    fit: opFit((row) => (row.mark === null ? row.name : `${row.name}   ${row.mark}`), MAX_OP_PX),
    sortField: "op_name",
    value: (row) => ({ text: row.opName, term: `op:${quoteValue(opLabel(row.opName))}` }),
    cell: (row) => <OpCell kind={row.kind} name={row.name} title={row.opName} mark={row.mark} />,
  },
  { id: "input", label: "Input", width: "flex", isText: true, cell: (row) => <InputCell row={row} /> },
  { id: "output", label: "Output", width: "flex", isText: true, cell: (row) => <OutputCell row={row} /> },
  {
    id: "duration",
    label: "Duration",
    width: 106,
    align: "end",
    sortField: "summary.weave.latency_ms",
    value: (row) => numberValue(row.durationMs),
    cellClassName: "text-clip",
    cell: (row) => <DurationCell durationMs={row.durationMs} domain={row.durationDomain} isSlow={row.isSlow} />,
  },
  {
    id: "tokens-in",
    label: "Tokens in",
    width: 74,
    align: "end",
    sortField: "summary.weave.prompt_tokens",
    value: (row) => numberValue(row.tokensIn),
    cell: (row) => <TokensInCell row={row} />,
  },
  {
    id: "tokens-cached",
    label: "Cached tokens",
    head: "Cached",
    width: 72,
    align: "end",
    isHiddenAtFirst: true,
    sortField: "summary.weave.cached_tokens",
    value: (row) => numberValue(row.tokensCached),
    cell: (row) => <TokensOtherCell row={row} tokens={row.tokensCached} />,
  },
  {
    id: "tokens-out",
    label: "Tokens out",
    head: "Out",
    width: 54,
    align: "end",
    sortField: "summary.weave.completion_tokens",
    value: (row) => numberValue(row.tokensOut),
    cell: (row) => <TokensOtherCell row={row} tokens={row.tokensOut} />,
  },
  {
    id: "cost",
    label: "Cost",
    width: 84,
    align: "end",
    value: (row) => numberValue(row.costUsd),
    cell: (row) => (
      <>
        {row.isTraceTotal && row.costUsd !== null ? <TraceTotalMark /> : null}
        <CostCell costUsd={row.costUsd} />
      </>
    ),
  },
  {
    id: "thread",
    label: "Thread",
    width: 90,
    fit: idFit((row) => formatShortId(row.threadId ?? ""), MAX_THREAD_PX),
    sortField: "thread_id",
    value: (row) => fieldValue("thread", row.threadId),
    cell: (row) => <IdCell id={row.threadId} />,
  },
  {
    id: "trace",
    label: "Trace id",
    width: 90,
    sortField: "trace_id",
    isHiddenAtFirst: true,
    value: (row) => fieldValue("trace", row.traceId),
    cell: (row) => <IdCell id={row.traceId} />,
  },
  {
    id: "user",
    label: "User",
    width: 120,
    sortField: "svc_user_id",
    isHiddenAtFirst: true,
    value: ({ endUser, userId }) => (endUser === null ? fieldValue("key", userId) : fieldValue("user", endUser)),
    cell: ({ endUser, userId }) => {
      if (endUser !== null) return endUser;
      return userId ? <UserName id={userId} /> : <Unknown />;
    },
  },
  {
    id: "run",
    label: "Run",
    width: 130,
    fit: idFit((row) => formatShortId(row.runId ?? "")),
    sortField: "svc_run_id",
    isHiddenAtFirst: true,
    value: (row) => fieldValue("run", row.runId),
    cell: (row) => <IdCell id={row.runId} />,
  },
  {
    id: "started",
    label: "Started",
    width: 80,
    fit: timeFit((row) => formatListTime(row.startedMs, row.nowMs)),
    align: "end",
    sortField: "started_at",
    cell: (row) => <AgeCell timeMs={row.startedMs} nowMs={row.nowMs} />,
  },
];

/** Returns the columns of the list with those of scores before the ids. */
export function withScoreColumns(scores: readonly TableColumn<CallListRow>[]): readonly TableColumn<CallListRow>[] {
  const at = tracesColumns.findIndex(({ id }) => id === "thread");
  return [...tracesColumns.slice(0, at), ...scores, ...tracesColumns.slice(at)];
}
