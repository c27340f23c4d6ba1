import type { SummedUsage } from "@/lib/api/contract/calls/call-usage";
import { countedUsage, type UsageNode, type UsageReport } from "@/lib/usage/counted-usage";
import { microsOf } from "@/service/traces/store/engine/timestamps";
import type { UsageOfCall } from "@/service/traces/store/figures/tree-usage";
import { costOfTokens, tokensAtCall } from "@/service/traces/store/figures/usage-costs";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import { REPORTED_BY, type StoredUsage } from "@/service/traces/store/schema/stored-usage";

type UsageByModel = ReadonlyMap<string, SummedUsage>;

/**
 * Returns the usage of each call with the calls below it, by id, each token once. A request that is reported twice has its
 * tokens at both calls, and passes them to those above it once.
 *
 * @param prices null for no costs
 */
export function sumUsage(calls: readonly UsageOfCall[], prices: ProjectPrices | null): Map<string, UsageByModel> {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const distinct = [...byId.values()];
  const rows = new Map(distinct.map(({ id }, row) => [id, row]));
  const parentOf = ({ id, parentId }: UsageOfCall) => (parentId === id ? undefined : byId.get(parentId));
  const { isCounted, twinOf } = countedUsage(
    distinct.map(nodeOf),
    (row) => rows.get(distinct[row]?.parentId ?? "") ?? -1,
  );
  const waitingFor = new Map<string, number>();
  for (const call of distinct) {
    const parent = parentOf(call);
    if (parent) waitingFor.set(parent.id, (waitingFor.get(parent.id) ?? 0) + 1);
  }
  const below = new Map<string, UsageByModel>();
  const totals = new Map<string, UsageByModel>();
  const ownOf = (call: UsageOfCall): UsageByModel =>
    new Map(call.usage.map((entry) => [entry.model, usageOf(entry, call, prices)]));
  const add = (call: UsageOfCall) => {
    const row = rows.get(call.id) ?? -1;
    const own = ownOf(call);
    const counted = [...own].filter(([model]) => isCounted(row, model));
    const passed = sumOfModels([below.get(call.id) ?? new Map(), new Map(counted)]);
    totals.set(call.id, twinOf.has(row) && passed.size === 0 ? own : passed);
    return passed;
  };
  const ready = distinct.filter(({ id }) => !waitingFor.has(id));
  // Grows while it is read: a call is added once all calls directly below it are.
  for (const call of ready) {
    const passed = add(call);
    const parent = parentOf(call);
    if (parent === undefined) continue;
    below.set(parent.id, sumOfModels([below.get(parent.id) ?? new Map(), passed]));
    const left = (waitingFor.get(parent.id) ?? 0) - 1;
    waitingFor.set(parent.id, left);
    if (left === 0) ready.push(parent);
  }
  // Calls whose parents form a cycle wait for each other.
  for (const call of distinct) if (!totals.has(call.id)) totals.set(call.id, ownOf(call));
  return totals;
}

function sumOfModels(usages: readonly UsageByModel[]): UsageByModel {
  const sums = new Map<string, SummedUsage>();
  for (const usage of usages) for (const [model, one] of usage) sums.set(model, sumOfTwo(sums.get(model), one));
  return sums;
}

function reportOf({ reportedBy, isSdkRequest, source, response, answer }: UsageOfCall): UsageReport | null {
  const report = {
    isRequest: reportedBy === REPORTED_BY.request,
    source,
    response: response === "0" ? "" : response,
    answer,
  };
  if (isSdkRequest === 1) return { ...report, isSdk: true };
  return reportedBy === REPORTED_BY.sdk ? null : report;
}

function nodeOf(call: UsageOfCall): UsageNode {
  const { id, usage, startedAt, endedAt } = call;
  const start = Number(microsOf(startedAt));
  return {
    id,
    report: reportOf(call),
    models: usage.map(({ model }) => model),
    total: usage.reduce((sum, { prompt, completion }) => sum + prompt + completion, 0),
    start,
    end: endedAt === null ? start : Number(microsOf(endedAt)),
  };
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
