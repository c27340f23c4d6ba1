import { THREAD_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import type { QueryParam, Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** Which turns count: conditions on rows of `call_rows`. */
interface CountedTurns {
  readonly conditions: readonly string[];
  readonly params: Readonly<Record<string, QueryParam>>;
}

interface NewestThreadsLimits {
  /** Turns that are read for each thread that is looked for. */
  readonly turnsPerThread: number;
  readonly minTurns: number;
}

const LIMITS: NewestThreadsLimits = { turnsPerThread: 10, minTurns: 500 };

/** Of more threads, all turns are read. */
const MAX_THREADS = 500;
/** A turn that lasted long may have changed its thread last; more threads than this are found by reading all turns. */
const MAX_CANDIDATES = 2_000;

/** Few rows need no second thread, and the engine should not read ahead of the turns that are needed. */
const FEW_ROWS = { max_threads: 1, read_in_order_use_buffering: 0 } as const;

/** When a turn changed its thread last. */
const CHANGE_SQL = "ifNull(call_rows.ended_at, call_rows.started_at)";

interface RecentThread {
  readonly threadId: string;
  /** The last end among the turns that were read; null when none of them has ended. */
  readonly ended: EngineTime | null;
  readonly changed: EngineTime;
  /** All turns that were read, of all threads. */
  readonly turns: number;
}

/**
 * Finds threads that surely contain those that changed last, without reading all turns. The turns that started last
 * give enough threads that changed at some time or later; then all turns that ended after that time give the others.
 *
 * @param count how many of the newest threads must be among them
 * @returns the ids of threads; null when all turns have to be read
 */
export async function newestThreads(
  store: Store,
  turns: CountedTurns,
  count: number,
  signal: AbortSignal,
  { turnsPerThread, minTurns }: NewestThreadsLimits = LIMITS,
): Promise<readonly string[] | null> {
  if (count > MAX_THREADS) return null;
  const limit = Math.max(minTurns, count * turnsPerThread);
  const recent = await store.read<RecentThread>({
    sql: `SELECT thread AS threadId, toString(max(ended)) AS ended, toString(max(change)) AS changed,
  sum(count()) OVER () AS turns
FROM (
  SELECT ${THREAD_ID_SQL} AS thread, call_rows.ended_at AS ended, ${CHANGE_SQL} AS change
  FROM call_rows WHERE ${turns.conditions.join("\n  AND ")}
  ORDER BY call_rows.started_at DESC LIMIT ${limit}
)
GROUP BY thread ORDER BY max(change) DESC LIMIT ${2 * count}`,
    params: turns.params,
    settings: FEW_ROWS,
    signal,
  });
  const ends = recent.flatMap(({ ended }) => ended ?? []).sort();
  const isAll = recent.length < 2 * count && (recent[0]?.turns ?? 0) < limit;
  if (isAll) return recent.map(({ threadId }) => threadId);
  // As many threads changed then, or later. A thread with an earlier end may only seem to have changed when its last
  // turn started.
  const since = ends.at(-count);
  if (since === undefined) return null;
  const changedSince = (time: string) =>
    `SELECT ${THREAD_ID_SQL} AS threadId FROM call_rows
WHERE ${[...turns.conditions, `call_rows.${time} >= {changedSince:DateTime64(6, 'UTC')}`].join("\n  AND ")}`;
  const found = await store.read<{ threadId: string }>({
    // The starts are those of turns that are running. Each half has an index.
    sql: `SELECT DISTINCT threadId FROM (${changedSince("ended_at")} UNION ALL ${changedSince("started_at")}) LIMIT ${MAX_CANDIDATES}`,
    params: { ...turns.params, changedSince: since },
    settings: FEW_ROWS,
    signal,
  });
  return found.length < MAX_CANDIDATES ? found.map(({ threadId }) => threadId) : null;
}
