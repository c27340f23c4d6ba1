import { streamOperation } from "@/lib/api/client/service-client";
import { callUsage, usageTotal } from "@/lib/calls/call-facts";
import type { Workspace } from "@/lib/workspace/workspace";

/**
 * The costs of calls by the service's prices, in US dollars; a call without a price is missing. Reads only the
 * summaries, since prompts may be long.
 *
 * @throws the failure of the request
 */
export async function readCallCosts(
  { connectionId, projectId }: Pick<Workspace, "connectionId" | "projectId">,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const costs = new Map<string, number>();
  const body = {
    project_id: projectId,
    filter: { call_ids: [...ids] },
    columns: ["id", "summary"],
    include_costs: true,
  };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (calls) => {
    for (const call of calls) {
      const { costUsd } = usageTotal(callUsage(call));
      if (costUsd !== null) costs.set(call.id, costUsd);
    }
  });
  return costs;
}
