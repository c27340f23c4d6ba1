import { treeSource } from "@/service/otel/attribute-source";
import { isAttributes } from "@/service/otel/attribute-values";
import { type TurnSpan, threadFacts } from "@/service/otel/span-threads";
import { wholeDumpSql } from "@/service/store/calls/short-dump";
import { STORED_CALLS_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "@/service/store/calls/visible-calls";
import type { Store } from "@/service/store/engine/store";
import type { StoredTurn } from "./trace-turns";

interface StoredRow {
  readonly spanId: string;
  readonly parentId: string;
  readonly threadId: string;
  readonly turnId: string;
  readonly isStoredTurn: number;
  readonly hasRemoteParent: number;
  /** JSON. */
  readonly sent: string;
}

const DUMP_SQL = wholeDumpSql((name) => `call_rows.${name}`);

/** The condition uses the key of a projection, so that no other rows are read. */
const SPANS_SQL = `SELECT call_rows.id AS spanId, call_rows.parent_id AS parentId, ${THREAD_ID_SQL} AS threadId, ${TURN_ID_SQL} AS turnId, call_rows.is_turn AS isStoredTurn,
  JSONExtractBool(${DUMP_SQL}, 'parent_is_remote') AS hasRemoteParent, JSONExtractRaw(${DUMP_SQL}, 'attributes') AS sent
FROM call_rows WHERE ${STORED_CALLS_SQL} AND call_rows.otel_dump != '' AND (call_rows.started_at, call_rows.id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND trace_id = {traceId:String})`;

/** Returns the spans of a trace that are stored, with their turns as readers see them. */
export async function readStoredSpans(
  store: Store,
  projectId: string,
  traceId: string,
): Promise<ReadonlyMap<TurnSpan, StoredTurn>> {
  const spans = new Map<TurnSpan, StoredTurn>();
  for await (const block of store.stream({ sql: SPANS_SQL, params: { projectId, traceId } })) {
    for (const row of block.rows<StoredRow>()) {
      const { spanId, parentId, threadId, turnId, hasRemoteParent, sent } = row;
      const attributes: unknown = sent === "" ? {} : JSON.parse(sent);
      const span: TurnSpan = {
        traceId,
        spanId,
        parentId: parentId || null,
        isLocalRoot: parentId === "" || Boolean(hasRemoteParent),
        thread: threadFacts(treeSource(isAttributes(attributes) ? attributes : {})),
      };
      spans.set(span, {
        threadId: threadId || null,
        turnId: turnId || null,
        isStoredTurn: Boolean(row.isStoredTurn),
      });
    }
  }
  return spans;
}
