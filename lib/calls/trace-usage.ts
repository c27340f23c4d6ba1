import type { Call } from "@/lib/api/contract/calls/calls";
import { callUsage, type UsageTotal, usageTotal } from "./call-facts";

/**
 * Returns tokens and cost of a whole trace.
 *
 * Some clients add a call's usage to every ancestor, others write it once, and some frameworks write it on a call and
 * again on the request below it. So the usage of a model counts at the deepest calls that carry it: not at a call that
 * has a descendant with usage of the same model.
 */
export function traceUsage(calls: readonly Call[]): UsageTotal {
  const parents = new Map(calls.map((call) => [call.id, call.parent_id ?? null]));
  const usages = calls.map((call) => ({ id: call.id, usage: callUsage(call) }));
  const covered = new Map<string, Set<string>>();
  for (const { id, usage } of usages) {
    for (const { model } of usage) markAncestors(id, model, parents, covered);
  }
  return usageTotal(usages.flatMap(({ id, usage }) => usage.filter(({ model }) => !covered.get(id)?.has(model))));
}

/** Marks all ancestors of a call as covered for a model. Stops where that was done before, which also ends cycles. */
function markAncestors(
  id: string,
  model: string,
  parents: ReadonlyMap<string, string | null>,
  covered: Map<string, Set<string>>,
): void {
  for (let parent = parents.get(id); parent; parent = parents.get(parent)) {
    // A cycle of parents would otherwise let the call cover itself.
    if (parent === id) return;
    const models = covered.get(parent);
    if (models?.has(model)) return;
    if (models) models.add(model);
    else covered.set(parent, new Set([model]));
  }
}
