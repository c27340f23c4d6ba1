import { OP_KEY_SQL } from "@/service/traces/store/calls/call-fields";
import { STORED_CALLS_OF_ALL_SQL } from "@/service/traces/store/calls/visible-calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { EXCEPTION_PATTERN_SQL } from "@/service/traces/store/expression/exception-pattern";
import { callKeyText } from "./call-groups";
import type { IssueName } from "./issue-conditions";

/** A position in the order in which the calls of all projects were stored. */
export interface FailurePlace {
  readonly commit: number;
  readonly projectId: string;
  readonly callId: string;
}

/** The place before all calls. */
export const FIRST_PLACE: FailurePlace = { commit: 0, projectId: "", callId: "" };

/** A call that failed, with its issue. */
export interface FailedCall extends FailurePlace, IssueName {
  readonly startedAt: EngineTime;
  /** Empty where the call names none. */
  readonly release: string;
}

/** The attribute in which a call names the release of its program. */
export const RELEASE_FIELD = "attributes.release";

/** What was found after a place. */
export interface FoundFailures {
  readonly calls: readonly FailedCall[];
  /** The place after what was looked at. */
  readonly place: FailurePlace;
  /** Whether there may be more after it. */
  readonly hasMore: boolean;
}

/** One query at a time, on one core: requests of users come first. */
export const BACKGROUND = { max_threads: 1 } as const;

/**
 * Returns the next failed calls of all projects after a place, in the order in which they were stored.
 * @param since calls that started earlier are left out; null for none
 */
export async function readNewFailures(
  store: Store,
  { after, since, limit }: { readonly after: FailurePlace; readonly since: EngineTime | null; readonly limit: number },
  signal: AbortSignal,
): Promise<FoundFailures> {
  const params = new SqlParams("failed_");
  const release = callKeyText(RELEASE_FIELD, params).sql;
  const recent = since === null ? "" : `\n  AND call_rows.started_at >= ${params.bind(since, "DateTime64(6, 'UTC')")}`;
  const commit = params.bind(after.commit, "UInt64");
  const project = params.bind(after.projectId, "String");
  const call = params.bind(after.callId, "String");
  const isNew = `${STORED_CALLS_OF_ALL_SQL}${recent}
  AND call_rows.commit_number >= ${commit} AND call_rows.generation = 0 AND call_rows.status = 'error'
  AND (call_rows.commit_number > ${commit} OR call_rows.project_id > ${project}
    OR (call_rows.project_id = ${project} AND call_rows.id > ${call}))`;
  const place = "call_rows.commit_number, call_rows.project_id, call_rows.id";
  // The places are found without reading the texts of all calls after them.
  const calls = await store.read<FailedCall>({
    sql: `SELECT 'exception' AS kind, call_rows.project_id AS projectId, call_rows.id AS callId, call_rows.commit_number AS commit,
  toString(call_rows.started_at) AS startedAt, ${OP_KEY_SQL} AS op, ${EXCEPTION_PATTERN_SQL} AS pattern, ${release} AS release
FROM call_rows WHERE ${isNew}
  AND (${place}) IN (SELECT ${place} FROM call_rows WHERE ${isNew} ORDER BY ${place} LIMIT ${limit})
ORDER BY ${place} LIMIT ${limit}`,
    params: params.values(),
    settings: BACKGROUND,
    signal,
  });
  return { calls, place: calls.at(-1) ?? after, hasMore: calls.length === limit };
}
