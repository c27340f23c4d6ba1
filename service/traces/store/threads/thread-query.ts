import { threadSortFields } from "@/lib/api/contract/calls/thread-sort-fields";
import type { InputOf } from "@/lib/api/contract/operations";
import { InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import { IS_TURN_SQL, STORED_CALLS_SQL, THREAD_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query, QueryParam, Store } from "@/service/traces/store/engine/store";
import { type EngineTime, toEngineTime } from "@/service/traces/store/engine/timestamps";
import { isScoreField } from "@/service/traces/store/scores/score-source";
import { newestThreads } from "./newest-threads";
import { isBySource, threadCallsCondition, threadScoreSql } from "./thread-calls";

/** Which threads to read, and in which order. */
type Request = InputOf<"threads.streamQuery">["body"];

export interface ThreadRow {
  readonly thread_id: string;
  readonly turn_count: number;
  readonly start_time: EngineTime;
  readonly last_updated: EngineTime;
  readonly first_turn_id: string;
  readonly last_turn_id: string;
  readonly p50_turn_duration_ms: number | null;
  readonly p99_turn_duration_ms: number | null;
}

/** Threads that are found by their order alone and returned before the statistics of all others are computed. */
const FIRST = 200;

/** Which of the ordered threads to return; a null limit returns all. */
interface Page {
  readonly limit: number | null;
  readonly offset: number;
}

/**
 * Reads threads with statistics of their turns, one block at a time.
 * @throws InvalidRequestError for a sort field that threads do not have, ValidationError for an invalid time
 */
export async function* readThreads(
  store: Store,
  body: Request,
  { limit, offset }: Page,
  signal: AbortSignal,
): AsyncGenerator<ThreadRow[], void, void> {
  const turns = turnsOf(body);
  const order = orderOf(body.sort_by);
  if (limit === 0) return;
  const firstLimit = Math.min(limit ?? FIRST, FIRST);
  const ids: string[] = [];
  for await (const rows of readFirst(store, turns, order, { limit: firstLimit, offset }, signal)) {
    for (const row of rows) ids.push(row.thread_id);
    yield rows;
  }
  if (ids.length < firstLimit || limit === firstLimit) return;
  const rest = pageSql(limit === null ? null : limit - firstLimit, offset);
  for await (const block of store.stream({ ...figuresQuery(without(turns, ids), order, rest), signal })) {
    yield block.rows<ThreadRow>();
  }
}

/** Reads the first threads: those that changed last are found by the turns that started last. */
async function* readFirst(
  store: Store,
  turns: Turns,
  order: Order,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
): AsyncGenerator<ThreadRow[], void, void> {
  const newest =
    order.isNewestFirst && turns.ofThreads.length === 0
      ? await newestThreads(store, turns, limit + offset, signal)
      : null;
  if (newest !== null) {
    const found = newest.map((thread_id) => ({ thread_id }));
    if (found.length === 0) return;
    const query = figuresQuery(only(turns, found), order, pageSql(limit, offset));
    yield await store.read<ThreadRow>({ ...query, signal });
    return;
  }
  const found = await store.read<FoundThread>({ ...idsQuery(turns, order, pageSql(limit, offset)), signal });
  if (found.length === 0) return;
  // Their order is known: it is not computed again, which takes long for scores.
  const rows = await store.read<ThreadRow>({ ...figuresQuery(only(turns, found), null, ""), signal });
  const places = new Map(found.map(({ thread_id: id }, place) => [id, place]));
  yield rows.sort((left, right) => (places.get(left.thread_id) ?? 0) - (places.get(right.thread_id) ?? 0));
}

const pageSql = (limit: number | null, offset: number) =>
  limit === null ? `OFFSET ${offset}` : `LIMIT ${limit} OFFSET ${offset}`;

/** Returns which turns count, as conditions on their starts. */
interface Turns {
  readonly conditions: readonly string[];
  /** Conditions on the threads of the turns; a thread that was found meets them. */
  readonly ofThreads: readonly string[];
  readonly params: Readonly<Record<string, QueryParam>>;
}

function turnsOf(body: Request): Turns {
  const { after_datetime: after, before_datetime: before, thread_ids: threadIds } = body.filter ?? {};
  const conditions = [STORED_CALLS_SQL, IS_TURN_SQL];
  const params: Record<string, QueryParam> = { projectId: body.project_id };
  if (after !== null && after !== undefined) {
    conditions.push("call_rows.started_at > {after:DateTime64(6, 'UTC')}");
    params.after = timeAt(after, "after_datetime");
  }
  if (before !== null && before !== undefined) {
    conditions.push("call_rows.started_at < {before:DateTime64(6, 'UTC')}");
    params.before = timeAt(before, "before_datetime");
  }
  if (threadIds !== null && threadIds !== undefined && threadIds.length > 0) {
    conditions.push(`${THREAD_ID_SQL} IN {threadIds:Array(String)}`);
    params.threadIds = threadIds;
  }
  const ofThreads: string[] = [];
  const ofCalls = body.filter?.calls ?? [];
  // Threads of one source are found by their newest turns, like all threads. No turn has two sources.
  const hasOneSource = ofCalls.filter(isBySource).length === 1;
  for (const [index, calls] of ofCalls.entries()) {
    const isOfTurns = hasOneSource && isBySource(calls);
    const condition = threadCallsCondition(calls, index, isOfTurns);
    (isOfTurns ? conditions : ofThreads).push(condition.sql);
    Object.assign(params, condition.params);
  }
  return { conditions, ofThreads, params };
}

/** A thread that was found by its order, and when its turns started where the order has read that. */
interface FoundThread {
  readonly thread_id: string;
  readonly since?: EngineTime;
  readonly until?: EngineTime;
}

/** Threads that changed at about the same time have their turns close together, so few rows are read. */
function only({ conditions, params }: Turns, threads: readonly FoundThread[]): Turns {
  const since = threads.flatMap((thread) => thread.since ?? []).sort()[0];
  const until = threads
    .flatMap((thread) => thread.until ?? [])
    .sort()
    .at(-1);
  const isBounded = since !== undefined && until !== undefined;
  return {
    conditions: [
      ...conditions,
      `${THREAD_ID_SQL} IN {firstIds:Array(String)}`,
      ...(isBounded
        ? ["call_rows.started_at BETWEEN {since:DateTime64(6, 'UTC')} AND {until:DateTime64(6, 'UTC')}"]
        : []),
    ],
    ofThreads: [],
    params: { ...params, firstIds: threads.map((thread) => thread.thread_id), ...(isBounded ? { since, until } : {}) },
  };
}

const without = ({ conditions, ofThreads, params }: Turns, ids: readonly string[]): Turns => ({
  ofThreads,
  conditions: [...conditions, `${THREAD_ID_SQL} NOT IN {firstIds:Array(String)}`],
  params: { ...params, firstIds: ids },
});

const COUNT_LATENCIES = "countIf(latency_ms >= 0)";

const quantileSql = (level: number): string =>
  `if(${COUNT_LATENCIES} = 0, NULL, quantileExactInclusiveIf(${level})(latency_ms, latency_ms >= 0))`;

/**
 * Statistics of a thread's turns. Their names differ from those in the response: an alias never hides a column from a
 * condition.
 */
const figures = {
  turns: "count()",
  firstStart: "min(call_rows.started_at)",
  lastChange: "coalesce(max(ended_at), max(call_rows.started_at))",
  p50: quantileSql(0.5),
  p99: quantileSql(0.99),
} as const;

type Figure = keyof typeof figures;

/** Returns the ids of threads in an order, from only the columns that the order uses. */
function idsQuery(turns: Turns, order: Order, page: string): Query {
  const named = order.figures.map((name) => `, ${figures[name]} AS ${name}`).join("") + scoresSql(order);
  const readsStarts = order.figures.some((name) => name === "firstStart" || name === "lastChange");
  const starts = readsStarts
    ? ", toString(min(call_rows.started_at)) AS since, toString(max(call_rows.started_at)) AS until"
    : "";
  return {
    sql: `SELECT ${THREAD_ID_SQL} AS thread_id${named}${starts}
FROM ${sourceOf(turns)}
GROUP BY thread_id ORDER BY ${order.sql} ${page}`,
    params: { ...turns.params, ...order.params },
  };
}

const sourceOf = ({ conditions, ofThreads }: Turns): string =>
  `call_rows WHERE ${[...conditions, ...ofThreads].join("\n  AND ")}`;

/** @param order null for rows in any order */
function figuresQuery(turns: Turns, order: Order | null, page: string): Query {
  return {
    sql: `SELECT thread_id, turns AS turn_count, toString(firstStart) AS start_time, toString(lastChange) AS last_updated,
  first_turn_id, last_turn_id, p50 AS p50_turn_duration_ms, p99 AS p99_turn_duration_ms
FROM (
  SELECT ${THREAD_ID_SQL} AS thread_id, ${figures.turns} AS turns, ${figures.firstStart} AS firstStart, ${figures.lastChange} AS lastChange,
    argMin(id, (call_rows.started_at, id)) AS first_turn_id,
    if(count(ended_at) = 0, argMax(id, (call_rows.started_at, id)), argMax(id, (ifNull(ended_at, toDateTime64('1900-01-01', 6, 'UTC')), id))) AS last_turn_id,
    quantilesExactInclusiveIf(0.5, 0.99)(latency_ms, latency_ms >= 0) AS quantiles, ${COUNT_LATENCIES} AS latencies,
    if(latencies = 0, NULL, quantiles[1]) AS p50, if(latencies = 0, NULL, quantiles[2]) AS p99${order === null ? "" : scoresSql(order)}
  FROM ${sourceOf(turns)}
  GROUP BY thread_id
)
${order === null ? "" : `ORDER BY ${order.sql}`}
${page}`,
    params: { ...turns.params, ...order?.params },
  };
}

const scoresSql = ({ scores }: Order): string => scores.map((sql, index) => `, ${sql} AS score${index}`).join("");

const sortFigures: Readonly<Record<(typeof threadSortFields)[number], Figure | null>> = {
  thread_id: null,
  turn_count: "turns",
  start_time: "firstStart",
  last_updated: "lastChange",
  p50_turn_duration_ms: "p50",
  p99_turn_duration_ms: "p99",
};

/** An order of threads, and the statistics that it uses. */
interface Order {
  readonly sql: string;
  readonly figures: readonly Figure[];
  /** Scores of threads that the order uses, named `score0` and so on. */
  readonly scores: readonly string[];
  /** True when the newest change decides, the latest first. */
  readonly isNewestFirst: boolean;
  readonly params: Readonly<Record<string, QueryParam>>;
}

/** Defaults to newest change first; the thread id breaks ties, so that pages do not overlap. */
function orderOf(sortBy: Request["sort_by"]): Order {
  const named = new Set<Figure>();
  const scores: string[] = [];
  const params = new SqlParams("order_");
  const fields = sortBy ?? [{ field: "last_updated", direction: "desc" as const }];
  const terms = fields.map(({ field, direction }) => {
    if (isScoreField(field)) {
      scores.push(threadScoreSql(field, params));
      return `score${scores.length - 1} ${direction} NULLS LAST`;
    }
    const known = threadSortFields.find((name) => name === field);
    if (known === undefined) {
      const names = threadSortFields.map((name) => `'${name}'`).join(", ");
      throw new InvalidRequestError(`Unsupported sort field: ${field}. Supported fields: [${names}]`);
    }
    const figure = sortFigures[known];
    if (figure !== null) named.add(figure);
    return `${figure ?? "thread_id"} ${direction} NULLS LAST`;
  });
  const [first] = fields;
  const isNewestFirst = first?.field === "last_updated" && first.direction === "desc" && scores.length === 0;
  return {
    sql: [...terms, "thread_id"].join(", "),
    figures: [...named],
    scores,
    isNewestFirst,
    params: params.values(),
  };
}

function timeAt(time: string | number, member: string): EngineTime {
  const engineTime = toEngineTime(time);
  if (engineTime !== null) return engineTime;
  const msg = "Input should be a date-time between the years 1900 and 2299";
  throw new ValidationError([{ loc: ["body", "filter", member], msg, type: "datetime_parsing" }]);
}
