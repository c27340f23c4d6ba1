import { StoreMemoryLimit, StoreResultLimit } from "@/service/kernel/errors/store-errors";
import type { Query, QuerySettings, Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { payloadSearchSql } from "@/service/traces/store/expression/payload-search";
import {
  type CallKey,
  type CallSelection,
  FIRST_PAGE_SIZE,
  firstOf,
  LATER_PAGE_SIZE,
  restAfter,
  selectionQuery,
  selectKeys,
} from "./call-keys";
import type { CallColumn } from "./call-parts";
import { wholeDumpSql } from "./short-dump";
import { DISPLAY_NAME_SQL, STORED_CALLS_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "./visible-calls";

interface StoredReport {
  /** One of `REPORTED_BY`. */
  readonly by: number;
  readonly source: string;
  readonly response: string;
  readonly answer: string;
}

/** A call with the requested columns. Absent texts are empty; payload is JSON text. */
export interface StoredCall {
  readonly id: string;
  readonly started_at: EngineTime;
  readonly trace_id: string;
  readonly op_name: string;
  readonly parent_id?: string;
  readonly thread_id?: string;
  readonly turn_id?: string;
  readonly display_name?: string;
  readonly user_id?: string;
  readonly run_id?: string;
  readonly run_step?: number | null;
  readonly run_step_end?: number | null;
  readonly ended_at?: EngineTime | null;
  readonly exception?: string;
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
  /** Bytes of a text that was omitted for its length; otherwise 0. */
  readonly inputs_left_out?: number;
  readonly output_left_out?: number;
  readonly attributes_left_out?: number;
  readonly otel_dump_left_out?: number;
  /** The kind stated in the attributes, else the operation; empty when they state neither. */
  readonly attribute_kind?: string;
  readonly weave_kind?: string;
  /** The tool that a call of kind tool runs; else empty. */
  readonly attribute_tool?: string;
  /** Who reports the call's usage (see `REPORT_COLUMN_SQL`), with hashes as decimal texts. */
  readonly usage_report?: StoredReport;
  /** Of an SDK's call, as a decimal text; see `SDK_RESPONSE_COLUMN_SQL`. */
  readonly sdk_response?: string;
}

const searchedAttributes = payloadSearchSql("attributes");

const KIND_SQL = `JSONExtractString(${searchedAttributes}, 'kind')`;

/** Values inside payloads that are read without the payload. */
const insideColumns = {
  attribute_kind: `if(${KIND_SQL} != '', ${KIND_SQL}, JSONExtractString(${searchedAttributes}, 'operation'))`,
  weave_kind: `JSONExtractString(${searchedAttributes}, 'weave', 'kind')`,
  attribute_tool: `if(lower(${KIND_SQL}) = 'tool', JSONExtractString(${searchedAttributes}, 'tool'), '')`,
  // As short as can be: the engine analyzes each expression for each page, which takes longer than reading the column.
  usage_report: "CAST(call_rows.report, 'Tuple(by UInt8, source String, response String, answer String)')",
  sdk_response: "toString(call_rows.sdk_response)",
} as const;

const isInside = (column: StoredCallColumn): column is keyof typeof insideColumns => column in insideColumns;

export type StoredCallColumn = keyof StoredCall & (CallColumn | keyof typeof insideColumns);

const alwaysRead: readonly StoredCallColumn[] = ["id", "started_at", "trace_id", "op_name"];

/** The sum of a call's payload sizes. */
export const STORED_SIZE_SQL = "attributes_size + inputs_size + output_size + summary_size";

/** Columns that a reader may omit when they are long. */
const OMITTABLE_COLUMNS: ReadonlySet<string> = new Set(["inputs", "output", "attributes", "otel_dump"]);

/** Maximum bytes of one result. A larger request is split in half; a single call may have any size. */
const MAX_BYTES_PER_READ = 32 * 1024 ** 2;

/** Otherwise the engine reads the ids of a projection to find rows whose keys it has: three times the time. */
export const KEYS_ARE_KNOWN = { optimize_use_projections: 0 } as const;

/** The parts to read of each call. */
export interface FetchOptions {
  readonly columns: readonly StoredCallColumn[];
  /** Inputs, outputs and attributes longer than this many bytes are not read; null reads them all. */
  readonly maxValueLength?: number | null;
  /** Calls in each query after the first; without payloads large pages are cheaper. */
  readonly pageSize?: number;
}

/**
 * Yields the selected calls in order, in blocks that fit in memory, with the named columns.
 *
 * A page is one query: the engine reads the columns that neither decide nor order only for the rows that it returns.
 * Once a page is too large for one result, the rest is read by key.
 */
export async function* selectCalls(
  store: Store,
  selection: CallSelection,
  options: FetchOptions,
  signal?: AbortSignal,
): AsyncGenerator<StoredCall[], void, void> {
  const { pageSize = LATER_PAGE_SIZE } = options;
  let rest: CallSelection | null = selection;
  while (rest !== null) {
    const size: number = rest.after ? pageSize : FIRST_PAGE_SIZE;
    const page: CallSelection = rest.order.byKey === null ? rest : firstOf(rest, size);
    const isOnePage = page.limit !== null && page.limit <= pageSize;
    const rows: StoredCall[] | "too large" = isOnePage ? await readPage(store, page, options, signal) : "too large";
    if (rows === "too large") break;
    if (rows.length > 0) yield rows;
    const keys: CallKey[] = rows.map((row) => ({ startedAt: row.started_at, id: row.id }));
    rest = restAfter(rest, page, keys);
  }
  if (rest === null) return;
  for await (const keys of selectKeys(store, rest, signal)) {
    yield* fetchStoredCalls(store, selection.projectId, keys, options, signal);
  }
}

const PAGE_SETTINGS = {
  // Otherwise a condition on a column would read the text that the result has under the column's name.
  prefer_column_name_to_alias: 1,
  // Otherwise the engine reads ahead of the rows that it needs: twice the time for a page of a rare value.
  read_in_order_use_buffering: 0,
} as const;

async function readPage(
  store: Store,
  page: CallSelection,
  options: FetchOptions,
  signal: AbortSignal | undefined,
): Promise<StoredCall[] | "too large"> {
  const { select, params } = selectSql(options);
  const query = selectionQuery(select, page, signal);
  return await unlessTooLarge(page.limit ?? Number.POSITIVE_INFINITY, (settings) =>
    store.read<StoredCall>({
      ...query,
      params: { ...query.params, ...params },
      settings: { ...settings, ...PAGE_SETTINGS },
    }),
  );
}

/**
 * Yields the calls with these keys, in the order of the keys, in blocks that fit in memory. Only the named columns are
 * read. A key without a call yields nothing.
 */
export async function* fetchStoredCalls(
  store: Store,
  projectId: string,
  keys: readonly CallKey[],
  options: FetchOptions,
  signal?: AbortSignal,
): AsyncGenerator<StoredCall[], void, void> {
  yield* fetchInHalves(store, { projectId, ...selectSql(options), signal }, keys);
}

function selectSql({ columns, maxValueLength: longestValue = null }: FetchOptions): Pick<Fetch, "select" | "params"> {
  const wanted = [...new Set([...alwaysRead, ...columns])];
  return {
    select: wanted.map((column) => selected(column, longestValue !== null)).join(", "),
    params: { longestValue: longestValue ?? 0 },
  };
}

/** Columns that may be set after a call is stored. */
const laterColumns: Readonly<Partial<Record<StoredCallColumn, string>>> = {
  display_name: DISPLAY_NAME_SQL,
  thread_id: THREAD_ID_SQL,
  turn_id: TURN_ID_SQL,
};

function selected(column: StoredCallColumn, isBounded: boolean): string {
  if (isInside(column)) return `${insideColumns[column]} AS ${column}`;
  const later = laterColumns[column];
  if (later !== undefined) return `${later} AS ${column}`;
  const name = column === "otel_dump" ? wholeDumpSql((name) => `call_rows.${name}`) : `call_rows.${column}`;
  if (column === "started_at" || column === "ended_at") return `toString(${name}) AS ${column}`;
  if (!isBounded || !OMITTABLE_COLUMNS.has(column)) return `${name} AS ${column}`;
  const isLong = `length(${name}) > {longestValue:UInt64}`;
  return `if(${isLong}, '', ${name}) AS ${column}, if(${isLong}, length(${name}), 0) AS ${column}_left_out`;
}

interface Fetch {
  readonly projectId: string;
  readonly select: string;
  /** Those that `select` names. */
  readonly params: NonNullable<Query["params"]>;
  readonly signal: AbortSignal | undefined;
}

async function* fetchInHalves(
  store: Store,
  fetch: Fetch,
  keys: readonly CallKey[],
): AsyncGenerator<StoredCall[], void, void> {
  if (keys.length === 0) return;
  const rows = await readByKeys(store, fetch, keys);
  if (rows === "too large") {
    const middle = Math.ceil(keys.length / 2);
    yield* fetchInHalves(store, fetch, keys.slice(0, middle));
    yield* fetchInHalves(store, fetch, keys.slice(middle));
    return;
  }
  const byKey = new Map(rows.map((row) => [keyText(row.started_at, row.id), row]));
  const orderedRows = keys.flatMap((key) => byKey.get(keyText(key.startedAt, key.id)) ?? []);
  if (orderedRows.length > 0) yield orderedRows;
}

async function readByKeys(
  store: Store,
  { projectId, select, params, signal }: Fetch,
  keys: readonly CallKey[],
): Promise<StoredCall[] | "too large"> {
  const times = [...new Set(keys.map((key) => key.startedAt))].sort();
  return await unlessTooLarge(keys.length, (settings) =>
    store.read<StoredCall>({
      // A range and two sets instead of one set of pairs, because the engine's index can use them; superfluous calls
      // are dropped by key.
      sql: `SELECT ${select} FROM call_rows
WHERE ${STORED_CALLS_SQL}
  AND call_rows.started_at BETWEEN {first:DateTime64(6, 'UTC')} AND {last:DateTime64(6, 'UTC')}
  AND call_rows.started_at IN {times:Array(DateTime64(6, 'UTC'))} AND call_rows.id IN {ids:Array(String)}`,
      params: {
        ...params,
        projectId,
        times,
        first: times[0] ?? "",
        last: times.at(-1) ?? "",
        ids: keys.map((key) => key.id),
      },
      settings: { ...KEYS_ARE_KNOWN, ...settings },
      ...(signal ? { signal } : {}),
    }),
  );
}

/** Reads calls with a limit on their bytes; a single call may have any size. */
async function unlessTooLarge(
  calls: number,
  read: (settings: QuerySettings) => Promise<StoredCall[]>,
): Promise<StoredCall[] | "too large"> {
  try {
    return await read(calls > 1 ? { max_result_bytes: MAX_BYTES_PER_READ } : {});
  } catch (error) {
    if (calls > 1 && (error instanceof StoreResultLimit || error instanceof StoreMemoryLimit)) return "too large";
    throw error;
  }
}

const keyText = (startedAt: string, id: string) => `${startedAt}${id}`;
