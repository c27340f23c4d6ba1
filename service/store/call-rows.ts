import type { CallKey } from "@/service/store/call-keys";
import type { PartColumn } from "@/service/store/call-parts";
import type { Store } from "@/service/store/store";
import type { EngineTime } from "@/service/store/timestamps";

/** A merged call, as far as its columns were asked for. Absent texts are empty; payload is JSON text. */
export interface CallRow {
  readonly id: string;
  readonly started_at: EngineTime;
  readonly trace_id: string;
  readonly op_name: string;
  readonly parent_id?: string;
  readonly thread_id?: string;
  readonly turn_id?: string;
  readonly display_name?: string | null;
  readonly user_id?: string;
  readonly run_id?: string;
  readonly run_step?: number | null;
  readonly run_step_end?: number | null;
  readonly ended_at?: EngineTime | null;
  readonly exception?: string | null;
  readonly descendant_errors?: number;
  readonly attributes?: string;
  readonly inputs?: string;
  readonly output?: string;
  readonly summary?: string;
  readonly otel_dump?: string;
  readonly attributes_size?: number;
  readonly inputs_size?: number;
  readonly output_size?: number;
  readonly summary_size?: number;
}

export type CallColumn = keyof CallRow & PartColumn;

const payloadColumns: ReadonlySet<CallColumn> = new Set(["attributes", "inputs", "output", "summary", "otel_dump"]);
const alwaysRead: readonly CallColumn[] = ["id", "started_at", "trace_id", "op_name"];

/** The sum of a call's payload sizes, from merged rows or added up over parts. */
export const storedSize = "attributes_size + inputs_size + output_size + summary_size";

/** Payload that is held in memory at once, in bytes. */
const blockBytes = 16 * 1024 ** 2;

/**
 * The calls with these keys, in the order of the keys, in blocks that fit in memory. Only the named columns are read.
 * A key without a call gives nothing.
 */
export async function* fetchCalls(
  store: Store,
  projectId: string,
  keys: readonly CallKey[],
  columns: readonly CallColumn[],
  signal?: AbortSignal,
): AsyncGenerator<CallRow[], void, void> {
  const wanted = [...new Set([...alwaysRead, ...columns])];
  const hasPayload = wanted.some((column) => payloadColumns.has(column));
  const blocks = hasPayload ? await splitBySize(store, projectId, keys, signal) : [keys];
  for (const block of blocks) {
    const select = wanted.map((column) =>
      column === "started_at" || column === "ended_at"
        ? `toString(call_parts.${column}) AS ${column}`
        : `call_parts.${column} AS ${column}`,
    );
    const rows = await readByKeys<CallRow>(store, projectId, block, select.join(", "), signal);
    const byKey = new Map(rows.map((row) => [keyText(row.started_at, row.id), row]));
    const found = block.flatMap((key) => byKey.get(keyText(key.startedAt, key.id)) ?? []);
    if (found.length > 0) yield found;
  }
}

async function splitBySize(
  store: Store,
  projectId: string,
  keys: readonly CallKey[],
  signal: AbortSignal | undefined,
): Promise<CallKey[][]> {
  const select = `toString(call_parts.started_at) AS started_at, call_parts.id AS id, ${storedSize} AS bytes`;
  const sizes = await readByKeys<{ id: string; started_at: string; bytes: number }>(
    store,
    projectId,
    keys,
    select,
    signal,
  );
  const byKey = new Map(sizes.map((row) => [keyText(row.started_at, row.id), row.bytes]));
  const blocks: CallKey[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const key of keys) {
    const size = byKey.get(keyText(key.startedAt, key.id)) ?? 0;
    if (bytes + size > blockBytes) {
      blocks.push([]);
      bytes = 0;
    }
    blocks.at(-1)?.push(key);
    bytes += size;
  }
  return blocks;
}

function readByKeys<Row>(
  store: Store,
  projectId: string,
  keys: readonly CallKey[],
  select: string,
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return store.read<Row>({
    // Two sets instead of one of pairs: the engine's index takes both, and what is too much is dropped by key.
    sql: `SELECT ${select} FROM call_parts FINAL
WHERE project_id = {projectId:String} AND bitAnd(kind, 1) = 1
  AND call_parts.started_at IN {times:Array(DateTime64(6, 'UTC'))} AND call_parts.id IN {ids:Array(String)}`,
    params: {
      projectId,
      times: [...new Set(keys.map((key) => key.startedAt))],
      ids: keys.map((key) => key.id),
    },
    ...(signal ? { signal } : {}),
  });
}

const keyText = (startedAt: string, id: string) => `${startedAt}${id}`;
