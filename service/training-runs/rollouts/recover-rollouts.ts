import { isJsonObject } from "@/lib/json/guard/json-object";
import { sumUsage, type Usage } from "@/service/evaluation-runs/stored/call-parts-of";
import { callConditions } from "@/service/store/calls/call-expression";
import { orderByStart } from "@/service/store/calls/call-keys";
import { type StoredCall, selectCalls } from "@/service/store/calls/call-rows";
import type { Store } from "@/service/store/engine/store";
import { type EngineTime, millisecondsBetween, toWireTime } from "@/service/store/engine/timestamps";
import type { RolloutKey, SampledRollout } from "@/service/training-runs/records/rollout-records";
import { choiceOf } from "./run-rollout";
import { completionCallId, type RolloutScope, rolloutCallId, spendingOf } from "./store-rollout";

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

type RecoveredCall = Pick<StoredCall, "output" | "summary" | "exception"> & {
  readonly startedAt: EngineTime;
  readonly endedAt: EngineTime;
};

/** Reads ended calls by their ids. */
async function readCalls(store: Store, projectId: string, ids: readonly string[], signal: AbortSignal) {
  const found = new Map<string, RecoveredCall>();
  const columns = ["output", "summary", "exception", "ended_at"] as const;
  for (let at = 0; at < ids.length; at += CALLS_PER_QUERY) {
    const selection = {
      projectId,
      conditions: callConditions({ filter: { call_ids: ids.slice(at, at + CALLS_PER_QUERY) } }),
      order: orderByStart("asc"),
      limit: null,
      offset: 0,
    };
    for await (const calls of selectCalls(store, selection, { columns, maxValueLength: null }, signal)) {
      for (const { id, ended_at: endedAt, started_at: startedAt, ...call } of calls)
        if (endedAt) found.set(id, { ...call, startedAt, endedAt });
    }
  }
  return found;
}

/**
 * Finds rollouts with stored calls but without a record, because the service was killed in between. They are recovered
 * from their calls instead of being sampled and billed again. The calls of a rollout are stored together.
 *
 * @param missing rollouts without a record
 */
export async function recoverRollouts(
  store: Store,
  scope: RolloutScope,
  missing: readonly RolloutKey[],
  signal: AbortSignal,
): Promise<SampledRollout[]> {
  const keys = missing.map((key) => ({ key, id: rolloutCallId(scope.runId, key) }));
  const ids = keys.flatMap(({ id }) => [id, completionCallId(id)]);
  const calls = await readCalls(store, scope.projectId, ids, signal);
  return keys.flatMap(({ key, id }) => {
    const [call, completion] = [calls.get(id), calls.get(completionCallId(id))];
    return call && completion ? [recovered(scope, key, id, call, completion)] : [];
  });
}

function recovered(
  scope: RolloutScope,
  key: RolloutKey,
  callId: string,
  call: RecoveredCall,
  completion: RecoveredCall,
): SampledRollout {
  const { answer, reward, scores, values } = objectOf(call.output);
  const { usage } = objectOf(call.summary);
  const choice = choiceOf(objectOf(completion.output));
  const isRewarded = typeof reward === "number";
  const isFailed = Boolean(call.exception) || choice === null || !(isRewarded || scope.waitsForLabels);
  return {
    ...key,
    callId,
    endedAt: toWireTime(call.endedAt),
    error: isFailed ? call.exception || "The rollout failed; its call says why." : null,
    reward: isFailed || !isRewarded ? null : reward,
    ...spendingOf(isJsonObject(usage) ? sumUsage([usage as Usage]) : {}, scope.prices),
    answer: typeof answer === "string" ? answer : null,
    finishReason: typeof choice?.finish_reason === "string" ? choice.finish_reason : null,
    scores: isJsonObject(scores) ? scores : {},
    values: numbersOf(values),
    latencyMs: millisecondsBetween(call.startedAt, call.endedAt),
    choice: isFailed ? null : choice,
  };
}
