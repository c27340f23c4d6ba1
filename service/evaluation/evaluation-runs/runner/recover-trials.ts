import { isJsonObject } from "@/lib/guard/json-object";
import { sumUsage } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { tokensIn } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import { costOf, trialCallId } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { TrialKey, TrialResult } from "@/service/evaluation/evaluation-runs/trials/trial-result";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { orderByStart } from "@/service/traces/store/calls/call-keys";
import { selectCalls } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { RunPlan, RunRecord } from "./run-records";

const asObject = (text: string | undefined): Readonly<Record<string, unknown>> => {
  const value: unknown = text ? JSON.parse(text) : null;
  return isJsonObject(value) ? value : {};
};

/**
 * Finds trials whose calls are stored although their record is not, because the service was killed in between: each is
 * taken from its calls and not run, nor paid for, again.
 *
 * @param missing trials without a record
 */
export async function recoverTrials(
  store: Store,
  run: RunRecord,
  plan: RunPlan,
  missing: readonly TrialKey[],
  prices: ProjectPrices,
  signal: AbortSignal,
): Promise<TrialResult[]> {
  const byCall = new Map(missing.map((key) => [trialCallId(run.id, key), key]));
  const recovered: TrialResult[] = [];
  if (byCall.size === 0) return recovered;
  const parentIds = plan.roots.map(({ callId }) => callId);
  const selection = {
    projectId: run.projectId,
    conditions: callConditions({ filter: { parent_ids: parentIds } }),
    order: orderByStart("asc"),
    limit: null,
    offset: 0,
  };
  const columns = ["output", "summary", "ended_at"] as const;
  for await (const calls of selectCalls(store, selection, { columns, maxValueLength: null }, signal)) {
    for (const { id, output: outputText, summary, ended_at: endedAt } of calls) {
      const key = byCall.get(id);
      if (!key || !endedAt) continue;
      const { output = null, scores, model_latency: latency } = asObject(outputText);
      const found = isJsonObject(scores) ? scores : {};
      const { usage } = asObject(summary);
      const used = isJsonObject(usage) ? sumUsage([usage as Parameters<typeof tokensIn>[0]]) : {};
      const hasNoScores = Object.keys(found).length === 0;
      recovered.push({
        ...key,
        callId: id,
        endedAt: toWireTime(endedAt),
        error: hasNoScores ? "The model failed; its call says why." : null,
        output,
        scores: found,
        scorerErrors: {},
        latencyMs: typeof latency === "number" ? latency * 1000 : 0,
        usage: used,
        tokens: tokensIn(used),
        costUsd: costOf(used, prices),
      });
    }
  }
  return recovered;
}
