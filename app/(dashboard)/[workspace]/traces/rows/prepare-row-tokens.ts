import type { Call } from "@/lib/api/contract/calls/calls";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { callUsage, usageTotal } from "@/lib/calls/call-facts";

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
  return { ...usageTotal(callUsage(call)), tokensCached: cachedTokens(call), isTraceTotal: false };
}

/** Returns the tokens read from a cache, over all models; providers report them in three ways. */
function cachedTokens(call: Pick<Call, "summary">): number | null {
  const known = Object.values(call.summary?.usage ?? {}).flatMap((usage) => {
    const candidates = [
      usage.cache_read_input_tokens,
      memberOf(usage.prompt_tokens_details),
      memberOf(usage.input_tokens_details),
    ];
    return candidates.map(plainNumber).find((value) => typeof value === "number") ?? [];
  });
  return known.length === 0 ? null : known.reduce<number>((sum, value) => sum + Number(value), 0);
}

function memberOf(details: unknown): unknown {
  return typeof details === "object" && details !== null && "cached_tokens" in details
    ? details.cached_tokens
    : undefined;
}
