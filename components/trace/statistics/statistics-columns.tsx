import { CostCell, OpCell, TokensCell } from "@/components/table/cells";
import { opFit } from "@/components/table/fitted-widths";
import type { TableColumn } from "@/components/table/table-column";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatShare } from "@/lib/format/share";
import type { OpStatistics } from "@/lib/trace/statistics/trace-statistics";
import { CallLink, ErrorCount, Time } from "./statistics-cells";

type ColumnsOptions = {
  /** Milliseconds of the critical path; shares are relative to it. */
  pathMs: number;
  onSelectRow: (row: number) => void;
};

/** The columns of the statistics. A value of one call links to it. */
export function statisticsColumns({ pathMs, onSelectRow }: ColumnsOptions): readonly TableColumn<OpStatistics>[] {
  const end = { align: "end" } as const;
  return [
    {
      id: "op",
      label: "Op",
      width: 220,
      fit: opFit(({ op }) => op),
      sortField: "op",
      isFixed: true,
      cell: ({ op, kind }) => <OpCell kind={kind} name={op} />,
    },
    {
      ...end,
      id: "count",
      label: "Calls",
      width: 72,
      sortField: "count",
      cell: ({ count, op, firstRow }) => (
        <CallLink label={`First call of ${op}`} onOpen={() => onSelectRow(firstRow)}>
          {formatCount(count)}
        </CallLink>
      ),
    },
    {
      ...end,
      id: "errors",
      label: "Errors",
      width: 72,
      sortField: "errorCount",
      cell: ({ errorCount }) => <ErrorCount count={errorCount} />,
    },
    { ...end, id: "total", label: "Total", width: 88, sortField: "totalMs", cell: (row) => <Time ms={row.totalMs} /> },
    { ...end, id: "self", label: "Self", width: 88, sortField: "selfMs", cell: (row) => <Time ms={row.selfMs} /> },
    {
      ...end,
      id: "critical",
      label: "Critical path",
      width: 108,
      sortField: "criticalMs",
      cell: ({ criticalMs }) =>
        criticalMs === 0 ? (
          <span className="text-ink-3">not on it</span>
        ) : (
          <span title={formatDuration(criticalMs)}>{formatShare(pathMs === 0 ? 0 : criticalMs / pathMs)}</span>
        ),
    },
    { ...end, id: "p50", label: "p50", width: 80, sortField: "p50Ms", cell: (row) => <Time ms={row.p50Ms} /> },
    {
      ...end,
      id: "p99",
      label: "p99",
      width: 80,
      sortField: "p99Ms",
      cell: ({ p99Ms, op, slowestRow }) => (
        <CallLink label={`Slowest call of ${op}`} onOpen={() => onSelectRow(slowestRow)}>
          <Time ms={p99Ms} />
        </CallLink>
      ),
    },
    {
      ...end,
      id: "tokensIn",
      label: "Tokens in",
      width: 84,
      sortField: "tokensIn",
      cell: ({ tokensIn }) => <TokensCell tokens={tokensIn} />,
    },
    {
      ...end,
      id: "tokensOut",
      label: "Out",
      width: 72,
      sortField: "tokensOut",
      cell: ({ tokensOut }) => <TokensCell tokens={tokensOut} />,
    },
    {
      ...end,
      id: "cost",
      label: "Cost",
      width: 84,
      sortField: "costUsd",
      cell: ({ costUsd }) => <CostCell costUsd={costUsd} />,
    },
  ];
}
