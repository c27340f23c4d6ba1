import type { AuditLeftOut } from "@/lib/api/contract/costs/cost-audit";
import type { AuditedEntry } from "./audit-trace";
import type { AuditedCall } from "./audited-call";

/** A cost as sent is another one where it differs by more than this share; clients round, and have older prices. */
const MAX_DIFFERENCE = 0.01;

/** Returns the tokens of a call that are not in the sums, those without a cost, and a cost that is not the sender's. */
export function leftOutLines(call: AuditedCall, entries: readonly AuditedEntry[]): AuditLeftOut[] {
  const { id, traceId, costAsSentUsd } = call;
  const lines = entries.flatMap(({ tokens: { model, total }, costUsd, leftOut }): AuditLeftOut[] => {
    const line = {
      ...{ kind: "left_out" as const, call_id: id, trace_id: traceId, model: model || null },
      total_tokens: Math.round(total),
    };
    if (leftOut?.reason === "reported_twice") return [{ ...line, reason: leftOut.reason, counted_call_id: leftOut.by }];
    if (leftOut !== null) return [{ ...line, reason: leftOut.reason }];
    return costUsd === null ? [{ ...line, reason: "no_price", cost_as_sent_usd: costAsSentUsd }] : [];
  });
  return [...lines, ...otherCost(call, entries)];
}

function otherCost({ id, traceId, costAsSentUsd }: AuditedCall, entries: readonly AuditedEntry[]): AuditLeftOut[] {
  const costs = entries.flatMap(({ costUsd, leftOut }) => (leftOut === null && costUsd !== null ? costUsd : []));
  if (costAsSentUsd === null || costs.length < entries.length) return [];
  const costUsd = costs.reduce((sum, cost) => sum + cost, 0);
  if (Math.abs(costUsd - costAsSentUsd) <= MAX_DIFFERENCE * Math.max(costUsd, costAsSentUsd)) return [];
  const [only, ...others] = entries;
  return [
    {
      ...{ kind: "left_out", reason: "cost_differs", call_id: id, trace_id: traceId },
      model: others.length === 0 ? only?.tokens.model || null : null,
      total_tokens: Math.round(entries.reduce((sum, { tokens }) => sum + tokens.total, 0)),
      ...{ cost_usd: costUsd, cost_as_sent_usd: costAsSentUsd },
    },
  ];
}
