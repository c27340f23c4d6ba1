import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { treeSource } from "@/service/traces/otel/attribute-source";
import { isAttributes } from "@/service/traces/otel/attribute-values";
import { enclosingCall } from "@/service/traces/otel/enclosing-call";
import type { SpanPlaces } from "@/service/traces/otel/span-places";
import { type TurnSpan, threadFacts } from "@/service/traces/otel/span-threads";
import { wholeDumpSql } from "@/service/traces/store/calls/short-dump";
import { IS_TOP_SQL, STORED_CALLS_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Query, Store } from "@/service/traces/store/engine/store";
import { microsOf, toEngineTime } from "@/service/traces/store/engine/timestamps";
import type { CallIds } from "./call-ids";
import type { StoredTurn } from "./trace-turns";

interface StoredRow {
  readonly id: string;
  readonly parentCallId: string;
  readonly callTraceId: string;
  readonly scope: string;
  readonly spanId: string;
  readonly parentId: string;
  /** False for what readers do not see, such as a call that was deleted. */
  readonly isVisible: number;
  readonly isTop: number;
  /** The trace that the span names. */
  readonly sentTraceId: string;
  readonly startTime: string;
  readonly threadId: string;
  readonly turnId: string;
  readonly isStoredTurn: number;
  readonly hasRemoteParent: number;
  /** JSON. */
  readonly sent: string;
}

const DUMP_SQL = wholeDumpSql((name) => `call_rows.${name}`);

/** The condition uses the key of a projection, so that no other rows are read. */
const SPANS_SQL = `SELECT call_rows.id AS id, call_rows.parent_id AS parentCallId, call_rows.trace_id AS callTraceId, ${THREAD_ID_SQL} AS threadId, ${TURN_ID_SQL} AS turnId, call_rows.is_turn AS isStoredTurn,
  (${STORED_CALLS_SQL}) AS isVisible, ${IS_TOP_SQL} AS isTop, ${DUMP_SQL} AS dump,
  if(JSONExtractString(dump, 'context', 'span_id') = '', id, JSONExtractString(dump, 'context', 'span_id')) AS spanId,
  JSONExtractString(dump, 'context', 'trace_id') AS sentTraceId, JSONExtractString(dump, 'parent_id') AS parentId, JSONExtractString(dump, 'scope', 'name') AS scope,
  JSONExtractString(dump, 'start_time') AS startTime,
  JSONExtractBool(dump, 'parent_is_remote') AS hasRemoteParent, JSONExtractRaw(dump, 'attributes') AS sent
FROM call_rows WHERE call_rows.project_id = {projectId:String} AND call_rows.otel_dump != '' AND (call_rows.started_at, call_rows.id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)})
  AND (call_rows.trace_id IN {sentIds:Array(String)} OR sentTraceId IN {sentIds:Array(String)})`;

/** A server refuses a parameter of more than 128 kB. */
const MAX_LOOKED_UP = 2_000;

/** Traces of one query: planning it takes as long for one as for all of them. */
export const MAX_READ_TRACES = 32;

/** More rows are streamed, which bounds the memory, but is planned by the thread that accepts. */
const MAX_READ_ROWS = 640;

/** Calls of a trace that were removed have no rows any more; they keep the ids of their spans. */
const REMOVED_SQL = "SELECT DISTINCT id FROM removed_calls WHERE id IN {ids:Array(String)}";

/** A trace that is read. */
export interface TraceReading {
  readonly traceId: string;
  /** The spans that are stored next. */
  readonly sent: readonly TurnSpan[];
  /** Get the ids and the places of the stored calls. */
  readonly ids: CallIds;
  readonly places: SpanPlaces;
  /** Gets the stored spans, with their turns as readers see them. */
  readonly stored: Map<TurnSpan, StoredTurn>;
}

/** Reads the stored spans of at most {@link MAX_READ_TRACES} traces of a project. */
export async function readStoredSpans(
  store: Store,
  projectId: string,
  readings: readonly TraceReading[],
): Promise<void> {
  const byTrace = new Map(readings.map((reading) => [reading.traceId, reading]));
  const sentIds = [...byTrace.keys()];
  const within = readings.flatMap(({ sent }) => [...enclosingTraces(sent)]);
  const params = { projectId, sentIds, traceIds: [...new Set([...sentIds, ...within])] };
  for await (const rows of storedRows(store, { sql: SPANS_SQL, params })) {
    for (const row of rows) for (const reading of readingsOf(row, byTrace)) restoreRow(reading, row);
  }
  await restoreRemoved(store, readings);
  for (const { ids, stored } of readings) {
    for (const [span, turn] of stored) stored.set(span, { ...turn, turnId: turn.turnId && ids.spanOf(turn.turnId) });
  }
}

async function* storedRows(store: Store, query: Pick<Query, "sql" | "params">): AsyncGenerator<readonly StoredRow[]> {
  const few = await store.read<StoredRow>({ ...query, sql: `${query.sql} LIMIT ${MAX_READ_ROWS + 1}` });
  if (few.length <= MAX_READ_ROWS) yield few;
  else for await (const block of store.stream(query)) yield block.rows<StoredRow>();
}

/** A call in the trace of an SDK's call belongs to the trace that its span names, if spans of that trace lead there. */
function readingsOf(
  { callTraceId, sentTraceId }: StoredRow,
  byTrace: ReadonlyMap<string, TraceReading>,
): readonly TraceReading[] {
  const own = byTrace.get(callTraceId);
  const named = sentTraceId === callTraceId ? undefined : byTrace.get(sentTraceId);
  const leadsThere = named !== undefined && enclosingTraces(named.sent).has(callTraceId);
  return [...(own ? [own] : []), ...(leadsThere ? [named] : [])];
}

function restoreRow({ traceId, ids, places, stored }: TraceReading, row: StoredRow): void {
  const { id, spanId, parentId, parentCallId, threadId, turnId, hasRemoteParent, sent: attributesText } = row;
  ids.restore(spanId, id);
  const attributes: unknown = attributesText === "" ? {} : JSON.parse(attributesText);
  const source = treeSource(isAttributes(attributes) ? attributes : {});
  const enclosing = enclosingCall(source, row.scope);
  const isBelowIt = enclosing !== null && parentCallId === enclosing.id;
  if (row.callTraceId !== traceId) {
    const parent = { parentCallId: isBelowIt ? parentCallId : null, enclosingId: enclosing?.id ?? null };
    places.restore(spanId, { traceId: row.callTraceId, ...parent });
  }
  if (parentId !== "" && !isBelowIt) ids.restore(parentId, parentCallId);
  if (!row.isVisible) return;
  const span: TurnSpan = {
    ...{ traceId, spanId, parentId: parentId || null, startMicros: startMicrosOf(row.startTime) },
    isLocalRoot: parentId === "" || Boolean(hasRemoteParent),
    thread: threadFacts(source),
    enclosing,
  };
  stored.set(span, {
    threadId: threadId || null,
    turnId: turnId || null,
    isStoredTurn: Boolean(row.isStoredTurn),
    isStoredTop: Boolean(row.isTop),
  });
}

async function restoreRemoved(store: Store, readings: readonly TraceReading[]): Promise<void> {
  const sent = readings.flatMap((reading) => reading.sent.map(({ spanId }) => ({ spanId, ids: reading.ids })));
  for (const some of chunksOf(sent, MAX_LOOKED_UP)) {
    const removed = await store.read<{ id: string }>({
      sql: REMOVED_SQL,
      params: { ids: some.map(({ spanId }) => spanId) },
    });
    const removedIds = new Set(removed.map(({ id }) => id));
    for (const { spanId, ids } of some) if (removedIds.has(spanId)) ids.restore(spanId, spanId);
  }
}

/** Returns the traces in which the calls of some spans are, other than their own. */
export const enclosingTraces = (spans: readonly TurnSpan[]): ReadonlySet<string> =>
  new Set(spans.flatMap(({ enclosing }) => enclosing?.traceId ?? []));

/** @param time as a dump has it, with microseconds or nanoseconds; 0 for one that a client made otherwise */
function startMicrosOf(time: string): number {
  const start = toEngineTime(`${time.slice(0, "2025-01-01T00:00:00.000000".length)}Z`);
  return start === null ? 0 : Number(microsOf(start));
}
