import { CostCell, DurationCell, OpCell, PreviewCell, StatusCell, TokensCell, Unknown } from "@/components/table/cells";
import { opFit } from "@/components/table/fitted-widths";
import type { TableColumn } from "@/components/table/table-column";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDuration } from "@/lib/format/duration";
import { formatFullTime } from "@/lib/format/time";
import type { LogRow } from "./prepare-log-row";

/** The columns of the log. Times are after the start of the trace. */
export const logColumns: readonly TableColumn<LogRow>[] = [
  {
    id: "status",
    label: "Status",
    head: <span className="sr-only">Status</span>,
    width: 36,
    isFixed: true,
    cellClassName: "pr-1 text-clip",
    cell: ({ status }) => <StatusCell status={status} />,
  },
  {
    id: "offset",
    label: "After",
    width: 80,
    align: "end",
    cell: ({ offsetMs, startedMs }) => (
      <span title={formatFullTime(startedMs)} className="text-ink-2">
        <Quantity text={formatDuration(offsetMs)} />
      </span>
    ),
  },
  {
    id: "op",
    label: "Op",
    width: 192,
    fit: opFit((row) => row.name),
    cell: ({ kind, name, opName }) => <OpCell kind={kind} name={name} title={opName} />,
  },
  { id: "input", label: "Input", width: "flex", isText: true, cell: (row) => <InputCell row={row} /> },
  { id: "output", label: "Output", width: "flex", isText: true, cell: (row) => <OutputCell row={row} /> },
  {
    id: "duration",
    label: "Duration",
    width: 116,
    align: "end",
    cellClassName: "text-clip",
    cell: ({ durationMs, durationDomain }) => <DurationCell durationMs={durationMs} domain={durationDomain} />,
  },
  {
    id: "tokens-in",
    label: "Tokens in",
    width: 80,
    align: "end",
    cell: ({ tokensIn }) => <TokensCell tokens={tokensIn} />,
  },
  {
    id: "tokens-out",
    label: "Out",
    width: 54,
    align: "end",
    cell: ({ tokensOut }) => <TokensCell tokens={tokensOut} />,
  },
  { id: "cost", label: "Cost", width: 76, align: "end", cell: ({ costUsd }) => <CostCell costUsd={costUsd} /> },
];

function InputCell({ row: { payload } }: { row: LogRow }) {
  if (payload === undefined) return <Skeleton className="w-3/5" />;
  return payload?.input ? <PreviewCell {...payload.input} /> : <Unknown />;
}

/** The beginning of an error replaces the output. */
function OutputCell({ row: { status, note, payload } }: { row: LogRow }) {
  if (status === "error" && note !== "") return <span className="text-err">{note}</span>;
  if (status === "running") return <span className="text-ink-3">running</span>;
  if (payload === undefined) return <Skeleton className="w-2/5" />;
  return payload?.output ? <PreviewCell {...payload.output} className="text-ink-2" /> : <Unknown />;
}
