import { DEFAULT_SOURCE } from "@/lib/api/contract/calls/call-sources";
import { OP_KEY_SQL } from "@/service/traces/store/calls/call-fields";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { SCORE_LEVELS_SQL } from "@/service/traces/store/scores/project-scores";
import { NOTE_TYPE, SCORE_VALUE_SQL, scoreNameOf, sourceOfType } from "@/service/traces/store/scores/score-source";
import { callKeyText } from "./call-groups";
import { BACKGROUND, type FailedCall, type FailurePlace, type FoundFailures, RELEASE_FIELD } from "./new-failures";

/** Longer values are not scores. */
const MAX_VALUE_BYTES = 20_000;

/** A feedback record. Its place is the microsecond in which it was made, and its id. */
interface ScoreRow extends FailurePlace {
  readonly ref: string;
  readonly type: string;
  /** The members of its value that are false, `.within`; empty texts for the value itself. */
  readonly members: readonly string[];
}

interface ScoredCallRow {
  readonly id: string;
  readonly startedAt: EngineTime;
  readonly op: string;
  readonly release: string;
}

interface FalseScore extends FailurePlace {
  readonly scoredId: string;
  readonly field: string;
}

/**
 * Returns the calls of production with new scores that are false, of all projects, in the order in which the scores were
 * made. A score that was corrected since is among them: what is counted is the newest one.
 */
export async function readNewFalseScores(
  store: Store,
  { after, before, limit }: { readonly after: FailurePlace; readonly before: EngineTime; readonly limit: number },
  signal: AbortSignal,
): Promise<FoundFailures> {
  const params = new SqlParams("made_");
  const [micros, project, id] = [
    params.bind(after.commit, "Int64"),
    params.bind(after.projectId, "String"),
    params.bind(after.callId, "String"),
  ];
  const made = "toUnixTimestamp64Micro(created_at)";
  const rows = await store.read<ScoreRow>({
    sql: `SELECT projectId, callId, commit, ref, type,
  arrayMap(leaf -> leaf.1, arrayFilter(leaf -> leaf.2 = 'false', arrayConcat(level0, level1, level2, level3))) AS members
FROM (SELECT *, ${SCORE_LEVELS_SQL} FROM (
  SELECT project_id AS projectId, feedback.id AS callId, ${made} AS commit, weave_ref AS ref, feedback_type AS type,
    if(length(payload) > ${MAX_VALUE_BYTES}, '', ${SCORE_VALUE_SQL}) AS found
  FROM feedback
  WHERE is_purged = 0 AND feedback_type != '${NOTE_TYPE}' AND created_at < ${params.bind(before, "DateTime64(6, 'UTC')")}
    AND ${made} >= ${micros} AND (${made} > ${micros} OR project_id > ${project} OR (project_id = ${project} AND feedback.id > ${id}))
  ORDER BY commit, projectId, callId LIMIT ${limit}))
ORDER BY commit, projectId, callId`,
    params: params.values(),
    settings: BACKGROUND,
    signal,
  });
  const scores = rows.flatMap(falseScoresOf);
  const calls: FailedCall[] = [];
  for (const projectId of new Set(scores.map((score) => score.projectId))) {
    const ofProject = scores.filter((score) => score.projectId === projectId);
    const scored = await readScoredCalls(
      store,
      projectId,
      [...new Set(ofProject.map(({ scoredId }) => scoredId))],
      signal,
    );
    for (const { scoredId, field, ...place } of ofProject) {
      const call = scored.get(scoredId);
      if (call === undefined) continue;
      const { startedAt, op, release } = call;
      calls.push({ ...place, kind: "score", op, pattern: field, startedAt, release });
    }
  }
  return { calls, place: rows.at(-1) ?? after, hasMore: rows.length === limit };
}

/** A name with a quote, or with an empty part, cannot be queried. */
const canBeQueried = (name: string): boolean =>
  !name.includes('"') && name.split(".").every((part) => part.trim() !== "");

function falseScoresOf({ ref, type, members, projectId, callId, commit }: ScoreRow): readonly FalseScore[] {
  const ofCall = `weave:///${projectId}/call/`;
  if (!ref.startsWith(ofCall)) return [];
  const scoredId = ref.slice(ofCall.length);
  const names = members.map((member) => scoreNameOf(type, member)).filter(canBeQueried);
  return names.map((name) => ({ projectId, callId, commit, scoredId, field: `score.${name}@${sourceOfType(type)}` }));
}

async function readScoredCalls(
  store: Store,
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ScoredCallRow>> {
  const params = new SqlParams("scored_");
  const release = callKeyText(RELEASE_FIELD, params).sql;
  const isScored = `call_rows.id IN ${params.bind([...ids], "Array(String)")} AND call_source = '${DEFAULT_SOURCE}'`;
  const where = callsWhereClause(projectId, [{ sql: isScored, params: {} }]);
  const rows = await store.read<ScoredCallRow>({
    sql: `SELECT call_rows.id AS id, toString(call_rows.started_at) AS startedAt, ${OP_KEY_SQL} AS op, ${release} AS release
FROM call_rows WHERE ${where.sql}`,
    params: { ...where.params, ...params.values() },
    settings: BACKGROUND,
    signal,
  });
  return new Map(rows.map((row) => [row.id, row]));
}
