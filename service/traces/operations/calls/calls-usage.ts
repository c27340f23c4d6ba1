import { readUsage } from "@/service/traces/calls/read-usage";
import type { Handler } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { tracesOfCalls } from "@/service/traces/store/figures/tree-usage";

/** Returns the usage of the given calls, with that of all calls below them. Unknown ids have none. */
export const readCallsUsage: Handler<"calls.usage"> = async ({ body }, context) => {
  const { project_id: projectId, call_ids: callIds, limit } = body;
  const asked = new Set(callIds);
  const ofCalls = callConditions({ filter: { call_ids: callIds } });
  // An empty list of a filter selects everything.
  const conditions = asked.size === 0 ? null : [tracesOfCalls(projectId, ofCalls)];
  const read =
    conditions && (await readUsage(context, { projectId, conditions, limit, hasCosts: body.include_costs === true }));
  return {
    call_usage: Object.fromEntries([...asked].map((id) => [id, read?.call_usage[id] ?? {}])),
    unfinished_call_ids: read?.unfinished_call_ids ?? [],
  };
};
