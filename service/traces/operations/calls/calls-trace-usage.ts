import { readUsage } from "@/service/traces/calls/read-usage";
import type { Handler } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";

/** Returns the usage of each selected call, with that of the selected calls below it. */
export const readTraceUsage: Handler<"calls.traceUsage"> = async ({ body }, context) =>
  readUsage(context, {
    projectId: body.project_id,
    conditions: callConditions(body),
    limit: body.limit,
    hasCosts: body.include_costs === true,
  });
