import { STORED_CALLS_SQL, THREAD_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Query, Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { NOTE_TYPE, SCORE_VALUE_SQL } from "@/service/traces/store/scores/score-source";

/** Newer records of a subject are preferred; a call with more has been scored by a loop. */
export const MAX_RECORDS_OF_SUBJECT = 200;
/** Of one request: a response of a few megabytes. */
export const MAX_RECORDS_READ = 50_000;
/** Longer values are not scores. */
const MAX_VALUE_BYTES = 20_000;

/** The value of one feedback record. */
export interface ScoreRecord {
  /** A call or a thread. */
  readonly subject: string;
  /** The thread of the subject where threads were asked for; otherwise empty. */
  readonly thread: string;
  readonly type: string;
  /** JSON text: the value, or the payload of a type of a client's own. */
  readonly found: string;
  readonly at: EngineTime;
}

const recordsSql = (subject: "call" | "thread", within: string) => `
  SELECT substring(weave_ref, length(concat('weave:///', {projectId:String}, '/${subject}/')) + 1) AS subject, feedback_type AS type,
    if(length(payload) > ${MAX_VALUE_BYTES}, '', ${SCORE_VALUE_SQL}) AS found, created_at, feedback.id AS record
  FROM feedback FINAL
  WHERE project_id = {projectId:String} AND is_purged = 0 AND feedback_type != '${NOTE_TYPE}' AND weave_ref IN (${within})`;

const refSql = (subject: "call" | "thread", id: string) =>
  `concat('weave:///', {projectId:String}, '/${subject}/', ${id})`;

/** The subjects whose scores are read. */
export type ScoredSubjects =
  | { readonly kind: "calls"; readonly ids: readonly string[] }
  | { readonly kind: "threads"; readonly ids: readonly string[] }
  | { readonly kind: "trace"; readonly id: string };

/** Returns the newest feedback of these subjects that may be scores, the newest first. */
export async function readScoreRecords(
  store: Store,
  projectId: string,
  subjects: ScoredSubjects,
  signal: AbortSignal,
): Promise<ScoreRecord[]> {
  return await store.read<ScoreRecord>({ ...queryOf(projectId, subjects), signal });
}

function queryOf(projectId: string, subjects: ScoredSubjects): Query {
  switch (subjects.kind) {
    case "calls":
      return listed(recordsSql("call", `SELECT ${refSql("call", "arrayJoin({ids:Array(String)})")}`), "''", {
        projectId,
        ids: subjects.ids,
      });
    case "trace":
      return listed(
        recordsSql(
          "call",
          `SELECT ${refSql("call", "id")} FROM call_rows WHERE ${STORED_CALLS_SQL} AND trace_id = {traceId:String}`,
        ),
        "''",
        {
          projectId,
          traceId: subjects.id,
        },
      );
    case "threads": {
      const calls = `SELECT id AS callId, ${THREAD_ID_SQL} AS ofThread FROM call_rows WHERE ${STORED_CALLS_SQL} AND ${THREAD_ID_SQL} IN {ids:Array(String)}`;
      const ofCalls = `SELECT subject, type, found, created_at, record, ofThread FROM (${recordsSql("call", `SELECT ${refSql("call", "callId")} FROM (${calls})`)}) AS records
  INNER JOIN (${calls}) AS calls ON subject = callId`;
      const ofThreads = `SELECT subject, type, found, created_at, record, subject AS ofThread FROM (${recordsSql("thread", `SELECT ${refSql("thread", "arrayJoin({ids:Array(String)})")}`)})`;
      return listed(`${ofCalls} UNION ALL ${ofThreads}`, "ofThread", { projectId, ids: subjects.ids });
    }
  }
}

/** One more than is used, so that a reader sees whether there are more. */
function listed(records: string, thread: string, params: NonNullable<Query["params"]>): Query {
  return {
    sql: `SELECT subject, ${thread} AS thread, type, found, toString(created_at) AS at FROM (${records})
ORDER BY created_at DESC, record DESC
LIMIT ${MAX_RECORDS_OF_SUBJECT} BY subject
LIMIT ${MAX_RECORDS_READ + 1}`,
    params,
  };
}
