import type { ResultOf } from "@/lib/api/contract/operations";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { treeUsageQuery, type UsageOfCall } from "@/service/traces/store/figures/tree-usage";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { sumUsage } from "./summed-usage";

interface UsageSelection {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly limit: number;
  readonly hasCosts: boolean;
}

/**
 * Returns the usage of the selected calls, each with the selected calls below it.
 * @throws InvalidRequestError for more calls than the limit: sums of some of them would be wrong
 */
export async function readUsage(
  { store, signal }: Pick<HandlerContext, "store" | "signal">,
  { projectId, conditions, limit, hasCosts }: UsageSelection,
): Promise<ResultOf<"calls.traceUsage">> {
  const calls = await store.read<UsageOfCall>({ ...treeUsageQuery(projectId, conditions, limit), signal });
  if (calls.length > limit) {
    throw new InvalidRequestError(`The request selects more than ${limit} calls; narrow it or raise limit`);
  }
  const prices = hasCosts ? await readProjectPrices(store, projectId, { signal }) : null;
  const totals = sumUsage(calls, prices);
  return {
    call_usage: Object.fromEntries([...totals].map(([id, models]) => [id, Object.fromEntries(models)])),
    unfinished_call_ids: calls.flatMap(({ id, isUnfinished }) => (isUnfinished ? id : [])).sort(),
  };
}
