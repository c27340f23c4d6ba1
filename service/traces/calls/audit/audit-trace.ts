import { countedUsage, type UsageNode } from "@/lib/usage/counted-usage";
import { costOfTokens, type TokenCost } from "@/service/traces/store/figures/usage-costs";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { AuditedCall, ModelTokens } from "./audited-call";

/** Tokens of one model at one call, and whether they count. */
export interface AuditedEntry {
  readonly tokens: ModelTokens;
  /** US dollars; null without a price. */
  readonly costUsd: number | null;
  /** Null where they count; else the other call that reports the request, or that calls below report them. */
  readonly leftOut:
    | { readonly reason: "reported_below" }
    | { readonly reason: "reported_twice"; readonly by: string }
    | null;
}

/** Returns the entries of each call of a trace that reports tokens, at the prices of the time of each call. */
export function auditedEntries(
  calls: readonly AuditedCall[],
  prices: ProjectPrices,
): ReadonlyMap<AuditedCall, readonly AuditedEntry[]> {
  const rows = new Map(calls.map(({ id }, row) => [id, row]));
  const { isCounted, twinOf } = countedUsage(calls.map(nodeOf), (row) => rows.get(calls[row]?.parentId ?? "") ?? -1);
  const entries = new Map<AuditedCall, readonly AuditedEntry[]>();
  for (const [row, call] of calls.entries()) {
    if (call.usage.length === 0) continue;
    const twin = calls[twinOf.get(row) ?? -1];
    const leftOut = (model: string): AuditedEntry["leftOut"] => {
      if (isCounted(row, model)) return null;
      return twin === undefined ? { reason: "reported_below" } : { reason: "reported_twice", by: twin.id };
    };
    entries.set(
      call,
      call.usage.map((tokens) => ({ tokens, costUsd: costUsd(tokens, call, prices), leftOut: leftOut(tokens.model) })),
    );
  }
  return entries;
}

function nodeOf({ id, report, usage, start, end }: AuditedCall): UsageNode {
  const total = usage.reduce((sum, { prompt, completion }) => sum + prompt + completion, 0);
  return { id, report, models: usage.map(({ model }) => model), total, start, end };
}

/** The price is looked up for each call; figures look it up once for all tokens between two changes of it. */
function costUsd(tokens: ModelTokens, { startedAt }: AuditedCall, prices: ProjectPrices): number | null {
  const { prompt, requests, cacheRead, cacheCreation } = tokens;
  const uncached = prompt - cacheRead - cacheCreation;
  const priced = { ...tokens, startedAt, uncached, inputTokens: prompt / Math.max(requests, 1) };
  return usdOf(costOfTokens(priced, prices));
}

/** Returns the whole cost. */
export const usdOf = (cost: TokenCost | null): number | null =>
  cost === null ? null : cost.promptUsd + cost.completionUsd;
