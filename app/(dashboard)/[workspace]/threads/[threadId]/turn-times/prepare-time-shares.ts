import type { Call } from "@/lib/api/contract/calls/calls";
import { callDurationMs, callKind } from "@/lib/calls/call-facts";
import type { Kind } from "@/lib/calls/call-kind";
import { parseTime } from "@/lib/format/time";

/** The self time of the calls of one kind. */
export interface TimeShare {
  readonly kind: Kind;
  readonly durationMs: number;
  /** The share of the total, from 0 to 1. */
  readonly share: number;
}

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns the time of a turn by kind: each call counts the time in which none of its children ran. Parallel calls all
 * count, so the total may exceed the turn's duration. Largest first.
 */
export function timeShares(calls: readonly Call[], nowMs: number): readonly TimeShare[] {
  const intervals = new Map(calls.flatMap((call) => intervalOf(call, nowMs)));
  const children = new Map<string, Interval[]>();
  for (const call of calls) {
    const interval = intervals.get(call.id);
    if (!interval || !call.parent_id || call.parent_id === call.id) continue;
    const siblings = children.get(call.parent_id);
    if (siblings) siblings.push(interval);
    else children.set(call.parent_id, [interval]);
  }
  const byKind = new Map<Kind, number>();
  for (const call of calls) {
    const interval = intervals.get(call.id);
    if (!interval) continue;
    const ownMs = interval.toMs - interval.fromMs - coveredMs(interval, children.get(call.id) ?? []);
    const kind = callKind(call);
    byKind.set(kind, (byKind.get(kind) ?? 0) + ownMs);
  }
  const totalMs = [...byKind.values()].reduce((sum, ms) => sum + ms, 0);
  return [...byKind]
    .filter(([, durationMs]) => durationMs > 0)
    .sort((left, right) => right[1] - left[1])
    .map(([kind, durationMs]) => ({ kind, durationMs, share: durationMs / totalMs }));
}

function intervalOf(call: Call, nowMs: number): [string, Interval][] {
  const fromMs = parseTime(call.started_at);
  const durationMs = callDurationMs(call, nowMs);
  return fromMs === null || durationMs === null ? [] : [[call.id, { fromMs, toMs: fromMs + durationMs }]];
}

/** Returns how much of an interval is covered by others, counting overlaps once. */
function coveredMs({ fromMs, toMs }: Interval, others: readonly Interval[]): number {
  let covered = 0;
  let reached = fromMs;
  for (const other of [...others].sort((left, right) => left.fromMs - right.fromMs)) {
    const begin = Math.max(reached, other.fromMs);
    const end = Math.min(toMs, other.toMs);
    if (end <= begin) continue;
    covered += end - begin;
    reached = end;
  }
  return covered;
}
