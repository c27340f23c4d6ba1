import { nameInSentence } from "@/lib/filter/time-range";
import { formatCount } from "@/lib/format/count";
import { formatTotalCost } from "@/lib/format/money";
import { formatShortShare } from "@/lib/format/share";
import { formatTokens } from "@/lib/format/tokens";
import type { SpendRow } from "./prepare-spend";

/** The totals of the range in one row. */
export function SpendTotals({ total, rangeName }: { total: SpendRow; rangeName: string }) {
  const cachedShare = total.tokensIn > 0 ? total.tokensCached / total.tokensIn : null;
  const figures = [
    { label: "Spend", value: formatTotalCost(total.costUsd), note: nameInSentence(rangeName) },
    { label: "Calls", value: formatCount(total.callCount), note: `${formatCount(total.requests)} model requests` },
    { label: "Tokens in", value: formatTokens(total.tokensIn), note: `${formatShortShare(cachedShare)} cached` },
    { label: "Tokens out", value: formatTokens(total.tokensOut) },
    { label: "Without a price", value: formatTokens(total.unpricedTokens), note: "tokens" },
  ];
  return (
    <section aria-label="Totals" className="flex-none overflow-hidden border-y border-line py-2.5">
      <dl className="-ml-px grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-y-2.5">
        {figures.map(({ label, value, note }) => (
          <div key={label} className="grid content-start border-l border-line px-4 max-md:px-3">
            <dt className="text-micro text-ink-3">{label}</dt>
            <dd className="text-figure font-medium tracking-[-0.02em]">{value}</dd>
            {note ? <dd className="text-micro text-ink-3">{note}</dd> : null}
          </div>
        ))}
      </dl>
    </section>
  );
}
