import { CostCell, OpCell, TokensCell, Unknown } from "@/components/table/cells";
import { opFit } from "@/components/table/fitted-widths";
import type { TableColumn } from "@/components/table/table-column";
import { Quantity } from "@/components/ui/quantity";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatShare } from "@/lib/format/share";
import type { OpStatistics } from "@/lib/trace/statistics/trace-statistics";

function Time({ ms }: { ms: number | null }) {
  return ms === null ? <Unknown /> : <Quantity text={formatDuration(ms)} />;
}

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
      cell: ({ errorCount }) => (
        <span className={errorCount > 0 ? "text-err" : "text-ink-3"}>{formatCount(errorCount)}</span>
      ),
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

type CallLinkProps = { label: string; onOpen: () => void; children: React.ReactNode };

function CallLink({ label, onOpen, children }: CallLinkProps) {
  return (
    <button
      type="button"
      title={label}
      onClick={onOpen}
      className="min-h-6 underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
      <span className="sr-only">, {label.toLowerCase()}</span>
    </button>
  );
}
