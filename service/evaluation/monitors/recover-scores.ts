import { isJsonObject } from "@/lib/guard/json-object";
import { sumUsage, type Usage } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Services } from "@/service/traces/handlers/handler";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { orderByStart } from "@/service/traces/store/calls/call-keys";
import { type StoredCall, selectCalls } from "@/service/traces/store/calls/call-rows";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { ScoreRecord } from "./monitor-records";
import { type MonitorScope, scoreFeedback, scorerCallId } from "./store-scores";

function usageOf(summary: string | undefined): Usage {
  const value: unknown = JSON.parse(summary || "{}");
  return isJsonObject(value) && isJsonObject(value.usage) ? sumUsage([value.usage as Usage]) : {};
}

/**
 * Finds calls whose scores are stored although there is no record of them, because the service was killed in between:
 * they are not scored, nor paid for, again. Feedback that is missing is written from the stored scores.
 */
export async function recoverScores(
  services: Pick<Services, "store" | "feedback">,
  scope: MonitorScope,
  callIds: readonly string[],
  prices: ProjectPrices,
  signal: AbortSignal,
): Promise<ScoreRecord[]> {
  const idsOf = (callId: string) => scope.scorers.map(({ name }) => scorerCallId(scope.monitorId, callId, name));
  const wanted = callIds.flatMap(idsOf);
  if (wanted.length === 0) return [];
  const found = new Map<string, StoredCall>();
  const selection = {
    projectId: scope.projectId,
    conditions: callConditions({ filter: { call_ids: wanted } }),
    order: orderByStart("asc"),
    limit: null,
    offset: 0,
  };
  const columns = ["output", "summary", "ended_at", "exception"] as const;
  for await (const calls of selectCalls(services.store, selection, { columns, maxValueLength: null }, signal)) {
    for (const call of calls) if (call.ended_at) found.set(call.id, call);
  }
  const recovered: ScoreRecord[] = [];
  for (const callId of callIds) {
    const stored = scope.scorers.flatMap((scorer) => {
      const call = found.get(scorerCallId(scope.monitorId, callId, scorer.name));
      return call ? [{ scorer, call, score: JSON.parse(call.output || "null") as unknown }] : [];
    });
    if (stored.length < scope.scorers.length) continue;
    const good = stored.filter(({ call }) => !call.exception);
    const feedback = good.map(({ scorer, score }) => scoreFeedback(scope, callId, scorer, score));
    if (feedback.length > 0) await services.feedback.write(feedback);
    const costs = stored.map(({ call }) => costOf(usageOf(call.summary), prices));
    recovered.push({
      callId,
      scoredAt: toWireTime(stored[0]?.call.ended_at ?? ""),
      costUsd: costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
      scores: Object.fromEntries(good.map(({ scorer, score }) => [scorer.name, score])),
      errors: Object.fromEntries(
        stored.flatMap(({ scorer, call }) => (call.exception ? [[scorer.name, call.exception]] : [])),
      ),
    });
  }
  return recovered;
}
