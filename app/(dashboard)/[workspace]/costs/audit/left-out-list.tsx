import type { AuditLeftOut } from "@/lib/api/contract/costs/cost-audit";
import { countOf, formatCount } from "@/lib/format/count";
import { formatCallCost } from "@/lib/format/money";
import { CallLink } from "./call-link";
import type { LeftOutGroup } from "./prepare-audit";

const REASONS: Readonly<Record<LeftOutGroup["reason"], string>> = {
  reported_below: "Not counted: calls below report the same tokens.",
  reported_twice: "Not counted: another call reports the same request.",
  no_price: "Counted without a cost: the model has no price in US dollars.",
  cost_differs: "Counted at your prices: the sender states another cost.",
};

/** Calls that are not in the sums, or not at their sender's cost, by reason. */
export function LeftOutList({ groups, slug }: { groups: readonly LeftOutGroup[]; slug: string }) {
  if (groups.length === 0) return <p className="text-small text-ink-2">All reported tokens count, at your prices.</p>;
  return groups.map(({ reason, count, lines }) => (
    <details key={reason} className="border-b border-line py-1.5 text-small">
      <summary>
        <b className="font-medium tabular-nums">{formatCount(count)}</b> {REASONS[reason]}
      </summary>
      <ul className="mt-1 grid gap-0.5 pl-4">
        {lines.map((line) => (
          <li key={`${line.call_id} ${line.model}`} className="flex flex-wrap gap-x-2">
            <CallLink slug={slug} callId={line.call_id} />
            <span className="text-code">{line.model ?? "unknown model"}</span>
            <span className="text-ink-2">{countOf(line.total_tokens, "token")}</span>
            <LeftOutFacts line={line} slug={slug} />
          </li>
        ))}
        {count > lines.length ? <li className="text-ink-3">{formatCount(count - lines.length)} more</li> : null}
      </ul>
    </details>
  ));
}

function LeftOutFacts({ line, slug }: { line: AuditLeftOut; slug: string }) {
  const { counted_call_id, cost_usd, cost_as_sent_usd } = line;
  return (
    <>
      {counted_call_id == null ? null : (
        <span className="text-ink-2">
          counted at <CallLink slug={slug} callId={counted_call_id} />
        </span>
      )}
      {cost_usd == null ? null : <span className="text-ink-2">{formatCallCost(cost_usd)}</span>}
      {cost_as_sent_usd == null ? null : <span className="text-ink-3">{formatCallCost(cost_as_sent_usd)} as sent</span>}
    </>
  );
}
