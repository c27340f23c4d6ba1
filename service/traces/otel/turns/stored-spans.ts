import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { treeSource } from "@/service/traces/otel/attribute-source";
import { isAttributes } from "@/service/traces/otel/attribute-values";
import { enclosingCall } from "@/service/traces/otel/enclosing-call";
import type { SpanPlaces } from "@/service/traces/otel/span-places";
import { type TurnSpan, threadFacts } from "@/service/traces/otel/span-threads";
import { wholeDumpSql } from "@/service/traces/store/calls/short-dump";
import { IS_TOP_SQL, STORED_CALLS_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";
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
  JSONExtractString(dump, 'parent_id') AS parentId, JSONExtractString(dump, 'scope', 'name') AS scope,
  JSONExtractString(dump, 'start_time') AS startTime,
  JSONExtractBool(dump, 'parent_is_remote') AS hasRemoteParent, JSONExtractRaw(dump, 'attributes') AS sent
FROM call_rows WHERE call_rows.project_id = {projectId:String} AND call_rows.otel_dump != '' AND (call_rows.started_at, call_rows.id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)})
  AND (call_rows.trace_id = {traceId:String} OR JSONExtractString(dump, 'context', 'trace_id') = {traceId:String})`;

/** A server refuses a parameter of more than 128 kB. */
const MAX_LOOKED_UP = 2_000;

/** Calls of a trace that were removed have no rows any more; they keep the ids of their spans. */
const REMOVED_SQL = "SELECT DISTINCT id FROM removed_calls WHERE id IN {ids:Array(String)}";

interface StoredTrace {
  readonly projectId: string;
  readonly traceId: string;
  /** Those that are stored next. */
  readonly spans: readonly TurnSpan[];
}

/**
 * Returns the spans of a trace that are stored, with their turns as readers see them.
 * @param known gets the ids and the places of their calls
 */
export async function readStoredSpans(
  store: Store,
  { projectId, traceId, spans: sent }: StoredTrace,
  { ids, places }: { readonly ids: CallIds; readonly places: SpanPlaces },
): Promise<ReadonlyMap<TurnSpan, StoredTurn>> {
  const spans = new Map<TurnSpan, StoredTurn>();
  const traceIds = [traceId, ...enclosingTraces(sent)];
  for await (const block of store.stream({ sql: SPANS_SQL, params: { projectId, traceId, traceIds } })) {
    for (const row of block.rows<StoredRow>()) {
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
      if (!row.isVisible) continue;
      const span: TurnSpan = {
        ...{ traceId, spanId, parentId: parentId || null, startMicros: startMicrosOf(row.startTime) },
        isLocalRoot: parentId === "" || Boolean(hasRemoteParent),
        thread: threadFacts(source),
        enclosing,
      };
      spans.set(span, {
        threadId: threadId || null,
        turnId: turnId || null,
        isStoredTurn: Boolean(row.isStoredTurn),
        isStoredTop: Boolean(row.isTop),
      });
    }
  }
  for (const some of chunksOf(sent, MAX_LOOKED_UP)) {
    const query = { sql: REMOVED_SQL, params: { ids: some.map(({ spanId }) => spanId) } };
    for (const { id } of await store.read<{ id: string }>(query)) ids.restore(id, id);
  }
  return new Map(
    [...spans].map(([span, turn]) => [span, { ...turn, turnId: turn.turnId && ids.spanOf(turn.turnId) }] as const),
  );
}

/** Returns the traces in which the calls of some spans are, other than their own. */
export const enclosingTraces = (spans: readonly TurnSpan[]): ReadonlySet<string> =>
  new Set(spans.flatMap(({ enclosing }) => enclosing?.traceId ?? []));

/** @param time as a dump has it, with microseconds or nanoseconds; 0 for one that a client made otherwise */
function startMicrosOf(time: string): number {
  const start = toEngineTime(`${time.slice(0, "2025-01-01T00:00:00.000000".length)}Z`);
  return start === null ? 0 : Number(microsOf(start));
}
