import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { Unknown } from "@/components/table/cells";
import { formatCount } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import { formatTokens } from "@/lib/format/tokens";

const TRACE_TOTAL_LABEL = "the total of the full trace: this call reports none";

/** Distinguishes figures of the trace from those of the call. */
export function TraceTotalMark() {
  return (
    <span className="mr-1 text-ink-3" title={`This figure is ${TRACE_TOTAL_LABEL}`}>
      <span aria-hidden="true">Σ</span>
      <span className="sr-only">Full trace:</span>
    </span>
  );
}

/** Tokens in, with a bar for the share read from a cache. */
export function TokensInCell({ row }: { row: CallListRow }) {
  const { tokensIn, tokensCached } = row;
  if (tokensIn === null) return <NoTokens row={row} />;
  const share = tokensCached === null || tokensIn <= 0 ? 0 : Math.min(1, tokensCached / tokensIn);
  const cached = share > 0 ? `, ${formatCount(tokensCached)} (${formatShortShare(share)}) from cache` : "";
  const words = `${formatCount(tokensIn)} tokens in${cached}${row.isTraceTotal ? `, ${TRACE_TOTAL_LABEL}` : ""}`;
  return (
    <span title={words} className="inline-flex items-center">
      {row.isTraceTotal ? <TraceTotalMark /> : null}
      {formatTokens(tokensIn)}
      <span aria-hidden="true" className="relative ml-1.5 h-1.5 w-4 flex-none">
        {share > 0 ? (
          <>
            <i className="absolute inset-0 rounded-[1px] border border-line-strong" />
            <i className="absolute inset-y-0 left-0 rounded-[1px] bg-vat-3" style={{ width: `${share * 100}%` }} />
          </>
        ) : null}
      </span>
      {share > 0 ? <span className="sr-only">{formatShortShare(share)} from cache</span> : null}
    </span>
  );
}

/** A token count other than tokens in. */
export function TokensOtherCell({ row, tokens }: { row: CallListRow; tokens: number | null }) {
  if (tokens === null) return <NoTokens row={row} />;
  return (
    <span title={`${formatCount(tokens)} tokens${row.isTraceTotal ? `, ${TRACE_TOTAL_LABEL}` : ""}`}>
      {formatTokens(tokens)}
    </span>
  );
}

function NoTokens({ row }: { row: CallListRow }) {
  return row.status === "running" ? <span className="text-ink-3">…</span> : <Unknown />;
}
