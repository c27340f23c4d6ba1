import { rowsOfCommitsSql } from "@/service/traces/store/calls/call-visibility";
import type { OpenedCalls } from "@/service/traces/store/calls/open-calls";
import { COMMIT_EVENTS, POSITIONS_PER_PARTITION } from "@/service/traces/store/commits/commit-log-table";
import type { Store } from "@/service/traces/store/engine/store";
import { finishMutations } from "./finish-mutations";

/** A server finishes or gives up whatever a process sent before it died within this time. */
const SETTLED_AFTER_S = 60 * 60;

/** Commits that are purged at a time: readers exclude each of the others by its number. */
const MAX_COMMITS = 1000;

/**
 * Removes the rows of commits that were abandoned long ago, so that readers need not exclude them any more, and the oldest
 * entries of the log. It can be stopped at any moment, and several processes may do it at once.
 *
 * @param settledAfterS how long ago they were abandoned, in seconds
 * @returns the number of commits
 */
export async function purgeAbandonedCommits(
  engine: Store,
  { writer }: Pick<OpenedCalls, "writer">,
  signal: AbortSignal,
  settledAfterS = SETTLED_AFTER_S,
): Promise<number> {
  if (!writer.isShared) return 0;
  const [found] = await engine.read<{ commits: number[] }>({
    sql: `SELECT groupUniqArray(commit_number) AS commits FROM (
  SELECT commit_number FROM commit_log WHERE event = ${COMMIT_EVENTS.abandoned} AND written_at <= now64(6) - INTERVAL ${settledAfterS} SECOND
  ORDER BY position LIMIT ${MAX_COMMITS})`,
  });
  const commits = found?.commits ?? [];
  if (commits.length > 0) {
    const rows = rowsOfCommitsSql("commit_number", commits);
    await writer.withoutCleaning(async () => {
      await engine.command(`ALTER TABLE closed_calls DELETE WHERE ${rows} SETTINGS mutations_sync = 0`);
      await engine.command(`ALTER TABLE call_rows DELETE WHERE ${rows} SETTINGS mutations_sync = 0`);
      await finishMutations(engine, signal, ["call_rows", "closed_calls"]);
    });
    await writer.exclusively(async () => {
      await engine.command(
        `ALTER TABLE commit_log DELETE WHERE event = ${COMMIT_EVENTS.abandoned} AND commit_number IN (${commits.join(", ")}) SETTINGS mutations_sync = 1`,
      );
      return { result: undefined, note: { purged: commits } };
    });
  }
  await dropOldEntries(engine);
  return commits.length;
}

/** Drops partitions before the last but one: a process that is further behind has to start again. */
async function dropOldEntries(engine: Store): Promise<void> {
  const partitions = await engine.read<{ partition: string }>({
    sql: `SELECT DISTINCT partition FROM system.parts
WHERE active AND database = currentDatabase() AND table = 'commit_log'
  AND toUInt64(partition) + 1 < (SELECT max(toUInt64(partition)) FROM system.parts
    WHERE active AND database = currentDatabase() AND table = 'commit_log')
  AND toUInt64(partition) NOT IN (SELECT intDiv(position, ${POSITIONS_PER_PARTITION}) FROM commit_log WHERE event = ${COMMIT_EVENTS.abandoned})`,
  });
  for (const { partition } of partitions) await engine.command(`ALTER TABLE commit_log DROP PARTITION ${partition}`);
}
