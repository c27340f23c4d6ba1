import type { InputOf } from "@/lib/api/contract/operations";
import { threadSortFields } from "@/lib/api/contract/threads";
import { InvalidRequest, ValidationFailed } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { pageOf } from "@/service/operations/page-limits";
import { startedCalls } from "@/service/store/call-keys";
import type { Query } from "@/service/store/store";
import { type EngineTime, toEngineTime, toWireTime } from "@/service/store/timestamps";

type Request = InputOf<"threads.streamQuery">["body"];

interface ThreadRow {
  readonly thread_id: string;
  readonly turn_count: number;
  readonly start_time: EngineTime;
  readonly last_updated: EngineTime;
  readonly first_turn_id: string;
  readonly last_turn_id: string;
  readonly p50_turn_duration_ms: number | null;
  readonly p99_turn_duration_ms: number | null;
}

/**
 * Streams threads with statistics of their turn calls (calls whose id is their turn_id). Quantiles interpolate
 * linearly between whole milliseconds of finished turns. A thread without a finished turn was last updated when its
 * latest turn started.
 */
export const queryThreads: Handler<"threads.streamQuery"> = async function* ({ body }, { store, signal }) {
  const query = threadsQuery(body);
  if (body.limit === 0) return;
  for await (const block of store.stream({ ...query, signal })) {
    for (const row of block.rows<ThreadRow>()) {
      yield { ...row, start_time: toWireTime(row.start_time), last_updated: toWireTime(row.last_updated) };
    }
  }
};

function threadsQuery(body: Request): Query {
  const { limit, offset } = pageOf(body);
  const { after_datetime: after, before_datetime: before, thread_ids: threadIds } = body.filter ?? {};
  const conditions = [startedCalls, "id = turn_id", "thread_id != ''"];
  const params: Record<string, string | readonly string[]> = { projectId: body.project_id };
  if (after !== null && after !== undefined) {
    conditions.push("call_parts.started_at > {after:DateTime64(6, 'UTC')}");
    params.after = timeAt(after, "after_datetime");
  }
  if (before !== null && before !== undefined) {
    conditions.push("call_parts.started_at < {before:DateTime64(6, 'UTC')}");
    params.before = timeAt(before, "before_datetime");
  }
  if (threadIds && threadIds.length > 0) {
    conditions.push("thread_id IN {threadIds:Array(String)}");
    params.threadIds = threadIds;
  }
  return { sql: threadsSql(conditions, orderOf(body.sort_by), limit, offset), params };
}

/**
 * Turns are found by their starts alone, without merging; only theirs are merged. Column names inside differ from the
 * answer's, so that an alias never hides a column from a condition.
 */
function threadsSql(conditions: readonly string[], order: string, limit: number | null, offset: number): string {
  const page = limit === null ? `OFFSET ${offset}` : `LIMIT ${limit} OFFSET ${offset}`;
  return `SELECT thread_id, turns AS turn_count, toString(firstStart) AS start_time, toString(lastChange) AS last_updated,
  first_turn_id, last_turn_id, p50 AS p50_turn_duration_ms, p99 AS p99_turn_duration_ms
FROM (
  SELECT thread_id, count() AS turns, min(call_parts.started_at) AS firstStart,
    coalesce(max(ended_at), max(call_parts.started_at)) AS lastChange,
    argMin(id, (call_parts.started_at, id)) AS first_turn_id,
    if(count(ended_at) = 0, argMax(id, (call_parts.started_at, id)), argMax(id, (ifNull(ended_at, toDateTime64('1900-01-01', 6, 'UTC')), id))) AS last_turn_id,
    quantilesExactInclusive(0.5, 0.99)(intDiv(dateDiff('microsecond', call_parts.started_at, ended_at), 1000)) AS quantiles,
    if(count(ended_at) = 0, NULL, quantiles[1]) AS p50, if(count(ended_at) = 0, NULL, quantiles[2]) AS p99
  FROM call_parts FINAL
  WHERE project_id = {projectId:String} AND (call_parts.started_at, id) IN (
    SELECT call_parts.started_at, id FROM call_parts WHERE ${conditions.join("\n      AND ")})
  GROUP BY thread_id
)
ORDER BY ${order}
${page}`;
}

const sortColumns: Readonly<Record<(typeof threadSortFields)[number], string>> = {
  thread_id: "thread_id",
  turn_count: "turns",
  start_time: "firstStart",
  last_updated: "lastChange",
  p50_turn_duration_ms: "p50",
  p99_turn_duration_ms: "p99",
};

/** Newest change first unless asked otherwise; the thread id decides between equals, so that pages do not overlap. */
function orderOf(sortBy: Request["sort_by"]): string {
  const terms = (sortBy ?? [{ field: "last_updated", direction: "desc" as const }]).map(({ field, direction }) => {
    const known = threadSortFields.find((name) => name === field);
    if (known === undefined) {
      const names = threadSortFields.map((name) => `'${name}'`).join(", ");
      throw new InvalidRequest(`Unsupported sort field: ${field}. Supported fields: [${names}]`);
    }
    return `${sortColumns[known]} ${direction} NULLS LAST`;
  });
  return [...terms, "thread_id"].join(", ");
}

function timeAt(time: string | number, member: string): EngineTime {
  const engineTime = toEngineTime(time);
  if (engineTime !== null) return engineTime;
  const msg = "Input should be a date-time between the years 1900 and 2299";
  throw new ValidationFailed([{ loc: ["body", "filter", member], msg, type: "datetime_parsing" }]);
}
