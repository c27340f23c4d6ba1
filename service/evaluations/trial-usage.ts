import type { EngineTime } from "@/service/store/engine/timestamps";
import type { StoredUsage } from "@/service/store/evaluations/evaluation-roots";
import type { CostCounter } from "@/service/store/figures/usage-costs";

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
    const cached = entry.cache_read + entry.cache_creation;
    const cost = costs.costOf({
      requests: entry.requests,
      prompt: entry.prompt,
      completion: entry.completion,
      total: entry.total,
      cacheRead: entry.cache_read,
      cacheCreation: entry.cache_creation,
      uncached: cached > entry.prompt ? entry.prompt : entry.prompt - cached,
      model: entry.model,
      startedAt,
      inputTokens: entry.prompt / Math.max(entry.requests, 1),
    });
    costUsd = cost === null || costUsd === null ? null : costUsd + cost.promptUsd + cost.completionUsd;
  }
  return { totalTokens, costUsd };
}
