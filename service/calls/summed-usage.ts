import type { SummedUsage } from "@/lib/api/contract/calls/call-usage";
import type { UsageOfCall } from "@/service/store/figures/tree-usage";
import { costOfTokens, tokensAtCall } from "@/service/store/figures/usage-costs";
import type { ProjectPrices } from "@/service/store/prices/prices";
import type { StoredUsage } from "@/service/store/schema/stored-usage";

type UsageByModel = ReadonlyMap<string, SummedUsage>;

/**
 * Returns the usage of each call with the calls below it, by id. Each token counts once: a call's own usage of a model
 * counts where no call below it has usage of the model, since SDKs add usage to every call above.
 *
 * @param prices null for no costs
 */
export function sumUsage(calls: readonly UsageOfCall[], prices: ProjectPrices | null): Map<string, UsageByModel> {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const parentOf = ({ id, parentId }: UsageOfCall) => (parentId === id ? undefined : byId.get(parentId));
  const waitingFor = new Map<string, number>();
  for (const call of byId.values()) {
    const parent = parentOf(call);
    if (parent) waitingFor.set(parent.id, (waitingFor.get(parent.id) ?? 0) + 1);
  }
  const below = new Map<string, Map<string, SummedUsage>>();
  const totals = new Map<string, UsageByModel>();
  const add = (call: UsageOfCall) => {
    const own = call.usage.map((entry) => [entry.model, usageOf(entry, call, prices)] as const);
    const total = new Map([...own, ...(below.get(call.id) ?? [])]);
    totals.set(call.id, total);
    return total;
  };
  const ready = [...byId.values()].filter(({ id }) => !waitingFor.has(id));
  // Grows while it is read: a call is added once all calls directly below it are.
  for (const call of ready) {
    const total = add(call);
    const parent = parentOf(call);
    if (parent === undefined) continue;
    const ofParent = below.get(parent.id) ?? new Map<string, SummedUsage>();
    below.set(parent.id, ofParent);
    for (const [model, usage] of total) ofParent.set(model, sumOfTwo(ofParent.get(model), usage));
    const left = (waitingFor.get(parent.id) ?? 0) - 1;
    waitingFor.set(parent.id, left);
    if (left === 0) ready.push(parent);
  }
  // Calls whose parents form a cycle wait for each other.
  for (const call of byId.values()) if (!totals.has(call.id)) add(call);
  return totals;
}

function usageOf(entry: StoredUsage, { startedAt }: UsageOfCall, prices: ProjectPrices | null): SummedUsage {
  const cost = prices === null ? null : costOfTokens(tokensAtCall(entry, startedAt), prices);
  return {
    requests: Math.round(entry.requests),
    prompt_tokens: Math.round(entry.prompt),
    completion_tokens: Math.round(entry.completion),
    total_tokens: Math.round(entry.total),
    cache_read_input_tokens: Math.round(entry.cache_read),
    cache_creation_input_tokens: Math.round(entry.cache_creation),
    prompt_tokens_total_cost: cost?.uncachedUsd ?? null,
    completion_tokens_total_cost: cost?.completionUsd ?? null,
    cache_read_input_tokens_total_cost: cost?.cacheReadUsd ?? null,
    cache_creation_input_tokens_total_cost: cost?.cacheCreationUsd ?? null,
  };
}

function sumOfTwo(left: SummedUsage | undefined, right: SummedUsage): SummedUsage {
  if (left === undefined) return right;
  const cost = (member: CostMember): number | null => {
    const [one, other] = [left[member] ?? null, right[member] ?? null];
    return one === null ? other : one + (other ?? 0);
  };
  return {
    requests: left.requests + right.requests,
    prompt_tokens: left.prompt_tokens + right.prompt_tokens,
    completion_tokens: left.completion_tokens + right.completion_tokens,
    total_tokens: left.total_tokens + right.total_tokens,
    cache_read_input_tokens: left.cache_read_input_tokens + right.cache_read_input_tokens,
    cache_creation_input_tokens: left.cache_creation_input_tokens + right.cache_creation_input_tokens,
    prompt_tokens_total_cost: cost("prompt_tokens_total_cost"),
    completion_tokens_total_cost: cost("completion_tokens_total_cost"),
    cache_read_input_tokens_total_cost: cost("cache_read_input_tokens_total_cost"),
    cache_creation_input_tokens_total_cost: cost("cache_creation_input_tokens_total_cost"),
  };
}

type CostMember =
  | "prompt_tokens_total_cost"
  | "completion_tokens_total_cost"
  | "cache_read_input_tokens_total_cost"
  | "cache_creation_input_tokens_total_cost";
