import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { STORED_CALLS_SQL, THREAD_ID_SQL } from "./visible-calls";

/** Ids per query. */
const IDS_PER_QUERY = 1_000;

/** The facts of a call that a review queue keeps; of a thread, those of its first call. */
export interface ReviewedSubject {
  /** The id of the call or the thread. */
  readonly subject: string;
  readonly call_id: string;
  readonly trace_id: string;
  readonly thread_id: string;
  readonly op_name: string;
  readonly started_at: EngineTime;
  /** Of a thread, the end of its last call. */
  readonly ended_at: EngineTime | null;
}

const CALLS_SQL = `SELECT id AS subject, id AS call_id, trace_id, ${THREAD_ID_SQL} AS thread_id, op_name, started_at, ended_at
FROM call_rows WHERE ${STORED_CALLS_SQL} AND (started_at, id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND id IN {ids:Array(String)})`;

const THREADS_SQL = `SELECT thread_id AS subject, argMin(id, calls.began) AS call_id, argMin(trace_id, calls.began) AS trace_id,
  thread_id, argMin(op_name, calls.began) AS op_name, min(calls.began) AS started_at, max(calls.ended_at) AS ended_at
FROM (SELECT id, trace_id, ${THREAD_ID_SQL} AS thread_id, op_name, started_at AS began, ended_at FROM call_rows
  WHERE ${STORED_CALLS_SQL} AND ${THREAD_ID_SQL} IN {ids:Array(String)}) AS calls
GROUP BY thread_id`;

/** Returns the calls or threads with these ids by id; those that are not stored are missing. */
export async function readReviewedSubjects(
  store: Store,
  projectId: string,
  kind: "call" | "thread",
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, ReviewedSubject>> {
  const found = new Map<string, ReviewedSubject>();
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const rows = await store.read<ReviewedSubject>({
      sql: kind === "call" ? CALLS_SQL : THREADS_SQL,
      params: { projectId, ids: ids.slice(at, at + IDS_PER_QUERY) },
      signal,
    });
    for (const row of rows) found.set(row.subject, row);
  }
  return found;
}
