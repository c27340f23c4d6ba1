import { RangeBar } from "@/components/chart/range-bar";
import { OpCell, Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { type Grouping, groupingOf } from "@/lib/calls/grouping";
import type { DurationAxisScale } from "@/lib/chart/duration-scale";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { formatShare } from "@/lib/format/share";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import { ELEVATED_ERROR_SHARE, type OpRow } from "./prepare-ops";

const RANGE_WIDTH_PX = 56;

/** A bar this narrow has space only for the ends of its axis. */
function endsOf(scale: DurationAxisScale): DurationAxisScale {
  return [scale[0], scale.at(-1) ?? scale[1]];
}

const tokensColumn: TableColumn<OpRow> = {
  id: "tokens",
  label: "Tokens",
  width: 72,
  align: "end",
  sortField: "tokens",
  cell: (row) => (row.tokens === null ? <Unknown /> : formatTokens(row.tokens)),
};

/** The columns of the table of ops, or of the values of another group; the bars of all rows share one log axis. */
export function opsColumns(
  wholeScale: DurationAxisScale,
  grouping: Grouping = groupingOf("op"),
): readonly TableColumn<OpRow>[] {
  const scale = endsOf(wholeScale);
  const isOp = grouping.by === "op";
  return [
    {
      id: "op",
      label: isOp ? "Op" : grouping.label,
      width: "flex",
      sortField: "op",
      cell: (row) =>
        isOp ? (
          <OpCell kind={row.kind} name={row.name} />
        ) : (
          <span className={row.value === null ? "text-ink-3" : "text-code"}>{row.name}</span>
        ),
    },
    {
      id: "calls",
      label: "Calls",
      width: 78,
      align: "end",
      sortField: "calls",
      cell: (row) => formatCount(row.callCount),
    },
    {
      id: "errors",
      label: "Errors",
      width: 68,
      align: "end",
      sortField: "errors",
      cell: (row) => <ErrorShare share={row.errorRate} />,
    },
    {
      id: "range",
      label: "p50 to p99, log",
      width: 190,
      sortField: "p99",
      cellClassName: "pl-3.5",
      cell: (row) => <RangeCell row={row} scale={scale} />,
    },
    ...(isOp ? [] : [tokensColumn]),
    {
      id: "cost",
      label: "Cost",
      width: 76,
      align: "end",
      sortField: "cost",
      cell: (row) => (row.costUsd === null ? <Unknown /> : formatTotalCost(row.costUsd)),
    },
  ];
}

function ErrorShare({ share }: { share: number | null }) {
  if (share === null) return <Unknown />;
  return (
    <span className={classNames(share >= ELEVATED_ERROR_SHARE && "text-err", share === 0 && "text-ink-3")}>
      {formatShare(share)}
    </span>
  );
}

function RangeCell({ row, scale }: { row: OpRow; scale: DurationAxisScale }) {
  if (row.p50Ms === null) return <Unknown />;
  return (
    <span className="flex items-center gap-1.5">
      <RangeBar p50Ms={row.p50Ms} p99Ms={row.p99Ms} scale={scale} width={RANGE_WIDTH_PX} />
      <span className="truncate text-micro text-ink-3">
        {formatDuration(row.p50Ms)}, {formatDuration(row.p99Ms)}
      </span>
    </span>
  );
}
