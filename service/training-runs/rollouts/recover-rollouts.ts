import { isJsonObject } from "@/lib/json/guard/json-object";
import { sumUsage, type Usage } from "@/service/evaluation-runs/stored/call-parts-of";
import { callConditions } from "@/service/store/calls/call-expression";
import { orderByStart } from "@/service/store/calls/call-keys";
import { selectCalls } from "@/service/store/calls/call-rows";
import type { Store } from "@/service/store/engine/store";
import { millisecondsBetween, toWireTime } from "@/service/store/engine/timestamps";
import type { RolloutKey, SampledRollout } from "@/service/training-runs/records/rollout-records";
import { type RolloutScope, rolloutCallId, spendingOf } from "./store-rollout";

/** Calls that are looked up in one query. */
const CALLS_PER_QUERY = 500;

const objectOf = (text: string | undefined): Readonly<Record<string, unknown>> => {
  const value: unknown = text ? JSON.parse(text) : null;
  return isJsonObject(value) ? value : {};
};

const numbersOf = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, one]) =>
      typeof one === "number" ? [[name, one]] : [],
    ),
  );

/**
 * Finds rollouts whose calls are stored although their record is not, because the service was killed in between: each is
 * taken from its call and not sampled, nor paid for, again.
 *
 * @param missing rollouts without a record
 */
export async function recoverRollouts(
  store: Store,
  scope: RolloutScope,
  missing: readonly RolloutKey[],
  signal: AbortSignal,
): Promise<SampledRollout[]> {
  const byCall = new Map(missing.map((key) => [rolloutCallId(scope.runId, key), key]));
  const ids = [...byCall.keys()];
  const recovered: SampledRollout[] = [];
  for (let at = 0; at < ids.length; at += CALLS_PER_QUERY) {
    const selection = {
      projectId: scope.projectId,
      conditions: callConditions({ filter: { call_ids: ids.slice(at, at + CALLS_PER_QUERY) } }),
      order: orderByStart("asc"),
      limit: null,
      offset: 0,
    };
    const columns = ["output", "summary", "exception", "ended_at"] as const;
    for await (const calls of selectCalls(store, selection, { columns, maxValueLength: null }, signal)) {
      for (const call of calls) {
        const key = byCall.get(call.id);
        const { ended_at: endedAt, started_at: startedAt } = call;
        if (!key || !endedAt) continue;
        const { answer, reward, scores, values, choice } = objectOf(call.output);
        const { usage } = objectOf(call.summary);
        const isFailed = typeof reward !== "number" || !isJsonObject(choice);
        recovered.push({
          ...key,
          callId: call.id,
          endedAt: toWireTime(endedAt),
          error: isFailed ? call.exception || "The rollout failed; its call says why." : null,
          reward: isFailed ? null : reward,
          ...spendingOf(isJsonObject(usage) ? sumUsage([usage as Usage]) : {}, scope.prices),
          answer: typeof answer === "string" ? answer : null,
          finishReason: isJsonObject(choice) && typeof choice.finish_reason === "string" ? choice.finish_reason : null,
          scores: isJsonObject(scores) ? scores : {},
          values: numbersOf(values),
          latencyMs: millisecondsBetween(startedAt, endedAt),
          choice: isFailed ? null : choice,
        });
      }
    }
  }
  return recovered;
}
