import type { Monitor, MonitorSettings } from "@/lib/api/contract/monitors/monitors";
import { scoreValue } from "@/service/evaluation/evaluation-runs/trials/trial-result";
import type { MonitorRecord, MonitorRecords, ScoreRecord, SpentSince } from "./monitor-records";

const WEEK_MS = 7 * 86_400_000;
const MAX_COUNTED_CALLS = 1000;
const SHOWN_CALLS = 5;

/** Returns the last midnight in UTC, when the limits of a day begin again. */
export function startOfDay(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/**
 * Returns which limit of the day keeps the next call from being scored, or null. Money is counted with the mean cost of
 * the calls before for each call that is being scored.
 */
export function limitReached(
  { max_calls_per_day: maxCalls, max_cost_usd_per_day: maxCost }: MonitorSettings,
  { calls, costUsd }: Pick<SpentSince, "calls" | "costUsd">,
  inFlight: number,
): string | null {
  if (calls + inFlight >= maxCalls) return `The limit of ${maxCalls} calls a day is reached`;
  if (!maxCost) return null;
  const meanUsd = calls === 0 ? 0 : costUsd / calls;
  return costUsd >= maxCost || costUsd + (inFlight + 1) * meanUsd > maxCost
    ? `The limit of $${maxCost} a day is reached`
    : null;
}

function scorerFigures(name: string, scores: readonly ScoreRecord[]): Monitor["scorers"][number] {
  const values = scores.flatMap((score) => {
    const value = Object.hasOwn(score.scores, name) ? scoreValue(score.scores[name]) : null;
    return value === null ? [] : [value];
  });
  const errors = scores.flatMap((score) => (Object.hasOwn(score.errors, name) ? [score.errors[name] ?? ""] : []));
  return {
    name,
    mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    scored: values.length,
    failed: errors.length,
    last_error: errors[0] ?? null,
  };
}

/** Returns a monitor with what it did lately. @param refusal why a budget refuses its judges; null when none does */
export async function describeMonitor(
  records: MonitorRecords,
  record: MonitorRecord,
  refusal: string | null,
): Promise<Monitor> {
  const nowMs = Date.now();
  const [spent, scores] = await Promise.all([
    records.spentSince(record.id, startOfDay(nowMs)),
    records.scores(record.id, new Date(nowMs - WEEK_MS).toISOString(), MAX_COUNTED_CALLS),
  ]);
  const { settings, isOn, stored } = record;
  const reached = isOn ? limitReached(settings, spent, 0) : null;
  const limit = reached === null ? refusal : `${reached}. Calls are scored again from midnight UTC on.`;
  return {
    id: record.id,
    state: isOn ? (limit === null ? "on" : "resting") : "off",
    reason: limit ?? record.reason,
    created_at: record.createdAt,
    created_by: record.identity.userId,
    updated_at: record.updatedAt,
    ref: stored.ref,
    settings,
    today: {
      calls: spent.calls,
      failed: spent.failed,
      cost_usd: spent.costUsd,
      unpriced_calls: spent.unpricedCalls,
    },
    scorers: settings.scorers.map(({ name }) => scorerFigures(name, scores)),
    counted_calls: scores.length,
    latest: scores.slice(0, SHOWN_CALLS).map((score) => ({
      call_id: score.callId,
      at: score.scoredAt,
      scores: { ...score.scores },
      errors: { ...score.errors },
      cost_usd: score.costUsd,
    })),
  };
}
