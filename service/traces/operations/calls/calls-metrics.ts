import { callBuckets } from "@/service/traces/calls/call-buckets";
import { countCalls } from "@/service/traces/calls/count-calls";
import { metricColumns } from "@/service/traces/calls/metric-columns";
import { metricRange } from "@/service/traces/calls/metric-range";
import { checkCosts, usageBuckets } from "@/service/traces/calls/usage-buckets";
import type { Handler } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { readProjectPrices } from "@/service/traces/store/prices/prices";

/** Returns metrics of calls and of their usage over time, in the shape of public servers. */
export const readCallMetrics: Handler<"calls.metrics"> = async ({ body }, context) => {
  const { project_id: projectId } = body;
  const [ofCalls, ofUsage] = [metricColumns(body.call_metrics), metricColumns(body.usage_metrics)];
  checkCosts(ofUsage);
  const { range, start, end, granularity, timezone } = metricRange(body);
  const conditions = callConditions(body);
  const selection = { context, projectId, conditions, range };
  const prices = await readProjectPrices(context.store, projectId, context);
  const isAsked = ofCalls.length + ofUsage.length > 0;
  const figures = isAsked ? await countCalls({ ...selection, prices, keyParams: {} }, range, []) : null;
  const [call_buckets, usage_buckets] = await Promise.all([
    figures && ofCalls.length > 0 ? callBuckets(selection, figures, ofCalls) : [],
    figures && ofUsage.length > 0 ? usageBuckets(selection, figures, ofUsage) : [],
  ]);
  return { start: toWireTime(start), end: toWireTime(end), granularity, timezone, usage_buckets, call_buckets };
};
