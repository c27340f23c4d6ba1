import { StoreAborted } from "@/service/kernel/errors/store-errors";
import type { Query, QueryParam, Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import type { CallCondition } from "./call-filter";
import { STORED_CALLS_SQL } from "./visible-calls";

/** The key of a call within its project. */
export interface CallKey {
  readonly startedAt: EngineTime;
  readonly id: string;
}

export interface CallSort {
  /** `column DESC` and the like, in order; compiled, never a caller's text. Empty for no order. */
  readonly terms: readonly string[];
  readonly params: Readonly<Record<string, QueryParam>>;
  /** Set when the order is that of the keys, so that each page can start where the previous one ended. */
  readonly byKey: "asc" | "desc" | null;
}

export interface CallSelection {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly order: CallSort;
  /** Null for all. */
  readonly limit: number | null;
  readonly offset: number;
  /** The selection begins after this call; only where the order is that of the keys. */
  readonly after?: CallKey | null;
}

export const orderByStart = (direction: "asc" | "desc"): CallSort => ({
  terms: [`started_at ${direction}`, `id ${direction}`],
  params: {},
  byKey: direction,
});

export interface WhereClause {
  readonly sql: string;
  readonly params: Readonly<Record<string, QueryParam>>;
}

/** Returns SQL for the stored calls of a project that meet the conditions. */
export function callsWhereClause(projectId: string, conditions: readonly CallCondition[]): WhereClause {
  return {
    sql: [STORED_CALLS_SQL, ...conditions.map(({ sql }) => `(${sql})`)].join("\n  AND "),
    params: Object.assign({ projectId }, ...conditions.map(({ params }) => params)),
  };
}

export const FIRST_PAGE_SIZE = 200;
export const LATER_PAGE_SIZE = 1000;
/** Maximum page size: each page costs the engine about the same, whatever its size. */
export const MAX_PAGE_SIZE = 4000;

/** The inner names are those of the columns: an alias would hide them from the conditions. */
const KEY_SQL = "toString(call_rows.started_at) AS startedAt, call_rows.id AS id";

/**
 * Yields the keys of the selected calls in order, one block at a time. When the order is that of the keys, no query
 * stays open between blocks, so slow readers hold no resources.
 */
export async function* selectKeys(
  store: Store,
  selection: CallSelection,
  signal?: AbortSignal,
): AsyncGenerator<CallKey[], void, void> {
  if (selection.order.byKey !== null) yield* listPagesByKey(store, selection, signal);
  else if (selection.limit !== null && selection.limit <= LATER_PAGE_SIZE) {
    yield await store.read<CallKey>(selectionQuery(KEY_SQL, selection, signal));
  } else {
    for await (const block of store.stream(selectionQuery(KEY_SQL, selection, signal))) yield block.rows<CallKey>();
  }
}

async function* listPagesByKey(
  store: Store,
  selection: CallSelection,
  signal: AbortSignal | undefined,
): AsyncGenerator<CallKey[], void, void> {
  let rest: CallSelection | null = selection;
  let grown = LATER_PAGE_SIZE;
  while (rest !== null) {
    if (signal?.aborted) throw new StoreAborted("The query was stopped.");
    const size: number = rest.after ? grown : FIRST_PAGE_SIZE;
    if (rest.after) grown = Math.min(grown * 2, MAX_PAGE_SIZE);
    const page: CallSelection = firstOf(rest, size);
    const keys: CallKey[] = await store.read<CallKey>(selectionQuery(KEY_SQL, page, signal));
    if (keys.length > 0) yield keys;
    rest = restAfter(rest, page, keys);
  }
}

/** Returns the first page of a selection. */
export function firstOf(selection: CallSelection, size: number): CallSelection {
  return { ...selection, limit: Math.min(selection.limit ?? size, size) };
}

/** Returns a selection without the page that was read of it; null when it was the last one. */
export function restAfter(
  selection: CallSelection,
  page: CallSelection,
  read: readonly CallKey[],
): CallSelection | null {
  const last = read.at(-1);
  const left = selection.limit === null ? null : selection.limit - read.length;
  if (last === undefined || read.length < (page.limit ?? 0) || left === 0) return null;
  return { ...selection, limit: left, offset: 0, after: last };
}

/** The engine's index uses the first comparison. */
function afterSql(byKey: CallSort["byKey"]): string {
  const direction = byKey === "desc" ? "<" : ">";
  return `
  AND call_rows.started_at ${direction}= {lastStartedAt:DateTime64(6, 'UTC')}
  AND (call_rows.started_at, call_rows.id) ${direction} ({lastStartedAt:DateTime64(6, 'UTC')}, {lastId:String})`;
}

/** Returns the query of these columns of the selected calls. */
export function selectionQuery(
  columns: string,
  { projectId, conditions, order, limit, offset, after = null }: CallSelection,
  signal: AbortSignal | undefined,
): Query {
  const where = callsWhereClause(projectId, conditions);
  const orderBy = order.terms.length > 0 ? `ORDER BY ${order.terms.join(", ")}` : "";
  const page = limit === null ? (offset > 0 ? `OFFSET ${offset}` : "") : `LIMIT ${limit} OFFSET ${offset}`;
  return {
    sql: `SELECT ${columns} FROM call_rows
WHERE ${where.sql}${after === null ? "" : afterSql(order.byKey)}
${orderBy}
${page}`,
    params: {
      ...where.params,
      ...order.params,
      ...(after === null ? {} : { lastStartedAt: after.startedAt, lastId: after.id }),
    },
    ...(signal ? { signal } : {}),
  };
}
