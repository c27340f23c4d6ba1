import type { Call } from "@/lib/api/contract/calls/calls";
import { callUsage, sumKnown, usageTotal } from "@/lib/calls/call-facts";

/** Tokens and cost of a row. */
export interface RowTokens {
  readonly tokensIn: number | null;
  /** How many tokens in were read from a cache. */
  readonly tokensCached: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
  /** The call itself reports nothing: the figures are those of its full trace. */
  readonly isTraceTotal: boolean;
}

/** The service's totals for a trace, each token counted once. */
export type TraceTotal = Omit<RowTokens, "isTraceTotal">;

/** True when a row could show the totals of its trace: roots from OpenTelemetry carry no usage of their own. */
export function needsTraceTotal(call: Call): boolean {
  return !call.parent_id && callUsage(call).length === 0;
}

/** Returns the figures of a row; figures that neither the call nor its trace reports stay unknown. */
export function rowTokens(call: Call, total: TraceTotal | undefined): RowTokens {
  if (total !== undefined && needsTraceTotal(call)) return { ...total, isTraceTotal: true };
  const usage = callUsage(call);
  const tokensCached = sumKnown(usage.map((entry) => entry.tokensCached));
  return { ...usageTotal(usage), tokensCached, isTraceTotal: false };
}
