import { STORED_SIZE_SQL } from "@/service/traces/store/calls/call-rows";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, engineTimeOf } from "@/service/traces/store/engine/timestamps";

/** How long a project keeps its calls; null for no limit. */
export interface RetentionLimits {
  readonly maxAgeDays: number | null;
  /** Bytes of stored JSON text, as the sizes of a project count them. */
  readonly maxBytes: number | null;
}

/** The calls that limits remove at one moment. */
export interface RetentionPreview {
  readonly calls: number;
  readonly traces: number;
  readonly bytes: number;
  /** Every removed trace ended before this time; null when nothing is removed. */
  readonly before: EngineTime | null;
  /** The start of the oldest call that remains; null when none does. */
  readonly oldestRemaining: EngineTime | null;
  readonly remainingBytes: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The limit of size spares what happened in this time: a trace that is still being written is not cut. */
const RECENT_MS = 60 * 60 * 1000;

/** When a call last happened. A running call goes on, so its trace is never old. */
export const LAST_TIME_SQL =
  "if(isNull(call_rows.ended_at), toDateTime64('2299-12-31 00:00:00', 6, 'UTC'), greatest(call_rows.started_at, assumeNotNull(call_rows.ended_at)))";

/** Returns the time before which traces must have ended to be removed; null when the limits remove nothing. */
export async function findCut(
  store: Store,
  projectId: string,
  limits: RetentionLimits,
  nowMs: number,
  signal?: AbortSignal,
): Promise<EngineTime | null> {
  const times: EngineTime[] = [];
  if (limits.maxAgeDays !== null) times.push(timeOfMs(nowMs - limits.maxAgeDays * DAY_MS));
  if (limits.maxBytes !== null) {
    const time = await cutBySize(store, projectId, limits.maxBytes, timeOfMs(nowMs - RECENT_MS), signal);
    if (time !== null) times.push(time);
  }
  return times.sort().at(-1) ?? null;
}

const timeOfMs = (ms: number): EngineTime => engineTimeOf(Math.round(ms) * 1000);

/** Keeps the newest traces that fit together. Traces that ended at the same moment are kept or removed together. */
async function cutBySize(
  store: Store,
  projectId: string,
  maxBytes: number,
  latest: EngineTime,
  signal: AbortSignal | undefined,
): Promise<EngineTime | null> {
  const [row] = await store.read<{ total: number; oldestKept: EngineTime; fits: number }>({
    sql: `SELECT max(kept) AS total, countIf(kept <= {maxBytes:UInt64}) AS fits,
  toString(minIf(last, kept <= {maxBytes:UInt64})) AS oldestKept
FROM (SELECT last, sum(bytes) OVER (ORDER BY last DESC RANGE UNBOUNDED PRECEDING) AS kept FROM (
  SELECT max(${LAST_TIME_SQL}) AS last, sum(${STORED_SIZE_SQL}) AS bytes FROM call_rows
  WHERE ${STORED_CALLS_SQL} GROUP BY trace_id))`,
    params: { projectId, maxBytes },
    ...(signal ? { signal } : {}),
  });
  if (row === undefined || row.total <= maxBytes) return null;
  return row.fits === 0 || row.oldestKept > latest ? latest : row.oldestKept;
}

/** Returns what a project's limits would remove now. */
export async function previewRetention(
  store: Store,
  projectId: string,
  limits: RetentionLimits,
  nowMs: number,
  signal?: AbortSignal,
): Promise<RetentionPreview> {
  const before = await findCut(store, projectId, limits, nowMs, signal);
  // Nothing ends before the year 1900, so without a cut everything remains.
  const [row] = await store.read<{
    calls: number;
    traces: number;
    bytes: number;
    remaining: number;
    oldest: EngineTime;
    remainingBytes: number;
  }>({
    sql: `SELECT sumIf(callCount, isOld) AS calls, countIf(isOld) AS traces, sumIf(byteCount, isOld) AS bytes,
  countIf(NOT isOld) AS remaining, toString(minIf(first, NOT isOld)) AS oldest, sumIf(byteCount, NOT isOld) AS remainingBytes
FROM (
  SELECT max(${LAST_TIME_SQL}) < {before:DateTime64(6, 'UTC')} AS isOld, count() AS callCount,
    sum(${STORED_SIZE_SQL}) AS byteCount, min(call_rows.started_at) AS first
  FROM call_rows WHERE ${STORED_CALLS_SQL} GROUP BY trace_id)`,
    params: { projectId, before: before ?? "1900-01-01 00:00:00.000000" },
    ...(signal ? { signal } : {}),
  });
  const { calls = 0, traces = 0, bytes = 0, remaining = 0, oldest = "", remainingBytes = 0 } = row ?? {};
  return {
    ...{ calls, traces, bytes, remainingBytes },
    before: traces > 0 ? before : null,
    oldestRemaining: remaining > 0 ? oldest : null,
  };
}
