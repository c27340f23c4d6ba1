import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { type RowTotals, rowTotals } from "./prepare-row-runs";
import { useRowCosts } from "./use-row-costs";
import type { RowsDraft } from "./use-row-runs";

type RowTotalsLineProps = {
  playground: RowsDraft;
  /** Table columns before the answers, and after them. */
  before: number;
  after: number;
};

/** Cost and latency of each column's answers, in the last line of the table. Nothing before the first answer. */
export function RowTotalsLine({ playground, before, after }: RowTotalsLineProps) {
  const { columns } = playground.draft;
  const { answersOf, costOf } = useRowCosts(playground);
  const totals = columns.map(({ key }) => ({ key, figures: rowTotals(answersOf(key), costOf) }));
  if (totals.every(({ figures }) => figures.doneCount === 0)) return null;
  return (
    <tfoot className="sticky bottom-0 bg-sunken text-small">
      <tr>
        <th scope="row" colSpan={before} className="border-t border-line px-1.5 py-1 text-left font-medium">
          Total
        </th>
        {totals.map(({ key, figures }) => (
          <td key={key} className="border-t border-line px-1.5 py-1 align-top">
            <ColumnTotal {...figures} />
          </td>
        ))}
        <td colSpan={after} className="border-t border-line" />
      </tr>
    </tfoot>
  );
}

function ColumnTotal({ doneCount, failedCount, durationMs, costUsd, unpricedCount }: RowTotals) {
  if (doneCount === 0) return null;
  const mean = durationMs === null ? null : durationMs / doneCount;
  return (
    <>
      <p>
        <span className="font-medium">{formatCallCost(costUsd)}</span>
        {unpricedCount > 0 ? (
          <span className="text-ink-3">
            {costUsd === null ? " cost unknown" : `, ${formatCount(unpricedCount)} without a price`}
          </span>
        ) : null}
      </p>
      <p>
        {formatDuration(durationMs)} <span className="text-ink-3">in all, mean {formatDuration(mean)}</span>
      </p>
      <p className="text-micro text-ink-3">
        {countOf(doneCount, "answer")}
        {failedCount > 0 ? <span className="text-err">, {formatCount(failedCount)} failed</span> : null}
      </p>
    </>
  );
}
