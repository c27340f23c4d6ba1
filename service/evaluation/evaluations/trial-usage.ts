import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { type CostCounter, tokensAtCall } from "@/service/traces/store/figures/usage-costs";
import type { StoredUsage } from "@/service/traces/store/schema/stored-usage";

/** Tokens and cost of a call with the calls below it. */
export interface UsageTotals {
  readonly totalTokens: number | null;
  /** Null where a model has no price, so that a part is never shown as the whole. */
  readonly costUsd: number | null;
}

/** Returns the sums of a call's usage; null where it has none, never 0. */
export function usageTotals(usage: readonly StoredUsage[], costs: CostCounter, startedAt: EngineTime): UsageTotals {
  if (usage.length === 0) return { totalTokens: null, costUsd: null };
  let costUsd: number | null = 0;
  let totalTokens = 0;
  for (const entry of usage) {
    totalTokens += entry.total;
    const cost = costs.costOf(tokensAtCall(entry, startedAt));
    costUsd = cost === null || costUsd === null ? null : costUsd + cost.promptUsd + cost.completionUsd;
  }
  return { totalTokens, costUsd };
}
