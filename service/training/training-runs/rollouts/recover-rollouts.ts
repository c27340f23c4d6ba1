import { isJsonObject } from "@/lib/guard/json-object";
import { sumUsage, type Usage } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { orderByStart } from "@/service/traces/store/calls/call-keys";
import { type StoredCall, selectCalls } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, millisecondsBetween, toWireTime } from "@/service/traces/store/engine/timestamps";
import type { RolloutKey, SampledRollout } from "@/service/training/training-runs/records/rollout-records";
import { choiceOf, type Message } from "./choice";
import { rolloutSteps } from "./rollout-steps";
import { completionCallId, finishReasonOf, type RolloutScope, rolloutCallId, spendingOf } from "./store-rollout";

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

type RecoveredCall = Pick<StoredCall, "inputs" | "output" | "summary" | "exception"> & {
  readonly startedAt: EngineTime;
  readonly endedAt: EngineTime;
};

/** Reads ended calls by their ids. */
async function readCalls(store: Store, projectId: string, ids: readonly string[], signal: AbortSignal) {
  const found = new Map<string, RecoveredCall>();
  const columns = ["inputs", "output", "summary", "exception", "ended_at"] as const;
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
  const turnIds = (id: string) => Array.from({ length: scope.maxTurns }, (_, turn) => completionCallId(id, turn));
  const ids = keys.flatMap(({ id }) => [id, ...turnIds(id)]);
  const calls = await readCalls(store, scope.projectId, ids, signal);
  return keys.flatMap(({ key, id }) => {
    const call = calls.get(id);
    const completions = turnIds(id).flatMap((turnId) => calls.get(turnId) ?? []);
    return call && completions.length > 0 ? [recovered(scope, key, id, call, completions)] : [];
  });
}

const listOf = (value: unknown): readonly Message[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/**
 * Returns the history of a rollout: the last request repeats all messages before it, of which the model's become choices
 * again. Null when a choice is missing.
 */
function recoveredHistory(call: RecoveredCall, completions: readonly RecoveredCall[]): readonly Message[] | null {
  const choices = completions.map(({ output }) => choiceOf(objectOf(output)));
  const last = completions.at(-1);
  const requested = listOf(objectOf(call.inputs).messages).length;
  const sent = listOf(objectOf(last?.inputs).messages).slice(requested);
  let answered = 0;
  const before = sent.map((message) => {
    if (message.role !== "assistant") return message;
    answered += 1;
    return choices[answered - 1] ?? null;
  });
  const history = [...before, choices[answered] ?? null];
  return answered === completions.length - 1 && history.every((item) => item !== null) ? history : null;
}

function recovered(
  scope: RolloutScope,
  key: RolloutKey,
  callId: string,
  call: RecoveredCall,
  completions: readonly RecoveredCall[],
): SampledRollout {
  const { answer, reward, scores, values } = objectOf(call.output);
  const { usage } = objectOf(call.summary);
  const history = recoveredHistory(call, completions);
  const isRewarded = typeof reward === "number";
  const isFailed = Boolean(call.exception) || history === null || !(isRewarded || scope.waitsForLabels);
  return {
    ...key,
    callId,
    endedAt: toWireTime(call.endedAt),
    error: isFailed ? call.exception || "The rollout failed; its call says why." : null,
    reward: isFailed || !isRewarded ? null : reward,
    ...spendingOf(isJsonObject(usage) ? sumUsage([usage as Usage]) : {}, scope.prices),
    answer: typeof answer === "string" ? answer : null,
    finishReason: finishReasonOf(history ?? []),
    scores: isJsonObject(scores) ? scores : {},
    values: numbersOf(values),
    latencyMs: millisecondsBetween(call.startedAt, call.endedAt),
    turns: completions.length,
    steps: rolloutSteps(history ?? []),
    history: isFailed ? null : history,
  };
}
