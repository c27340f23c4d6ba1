import { StoreAborted } from "@/service/errors/store-errors";
import type { Query, QueryParam, Store } from "@/service/store/engine/store";
import type { EngineTime } from "@/service/store/engine/timestamps";
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

const FIRST_PAGE_SIZE = 200;
const LATER_PAGE_SIZE = 1000;
/** Maximum page size: each page costs the engine about the same, whatever its size. */
const MAX_PAGE_SIZE = 4000;

/**
 * Yields the keys of the selected calls in order, one block at a time. When the order is that of the keys, no query
 * stays open between blocks, so slow readers hold no resources.
 */
export async function* selectKeys(
  store: Store,
  selection: CallSelection,
  signal?: AbortSignal,
): AsyncGenerator<CallKey[], void, void> {
  const where = callsWhereClause(selection.projectId, selection.conditions);
  if (selection.order.byKey !== null) yield* listPagesByKey(store, selection, where, signal);
  else if (selection.limit !== null && selection.limit <= LATER_PAGE_SIZE) {
    yield await store.read<CallKey>(keyQuery(selection, where, selection.limit, selection.offset, signal));
  } else {
    const query = keyQuery(selection, where, selection.limit, selection.offset, signal);
    for await (const block of store.stream(query)) yield block.rows<CallKey>();
  }
}

async function* listPagesByKey(
  store: Store,
  selection: CallSelection,
  where: WhereClause,
  signal: AbortSignal | undefined,
): AsyncGenerator<CallKey[], void, void> {
  const direction = selection.order.byKey === "desc" ? "<" : ">";
  let left = selection.limit ?? Number.POSITIVE_INFINITY;
  let last: CallKey | null = null;
  let grown = LATER_PAGE_SIZE;
  while (left > 0) {
    if (signal?.aborted) throw new StoreAborted("The query was stopped.");
    const size = Math.min(left, last === null ? FIRST_PAGE_SIZE : grown);
    if (last !== null) grown = Math.min(grown * 2, MAX_PAGE_SIZE);
    const page: WhereClause = last === null ? where : { ...where, ...after(where, last, direction) };
    const keys: CallKey[] = await store.read<CallKey>(
      keyQuery(selection, page, size, last === null ? selection.offset : 0, signal),
    );
    if (keys.length > 0) yield keys;
    last = keys.at(-1) ?? null;
    if (last === null || keys.length < size) return;
    left -= keys.length;
  }
}

/** The engine's index uses the first comparison. */
function after(where: WhereClause, last: CallKey, direction: "<" | ">"): Pick<WhereClause, "sql" | "params"> {
  return {
    sql: `${where.sql}
  AND call_rows.started_at ${direction}= {lastStartedAt:DateTime64(6, 'UTC')}
  AND (call_rows.started_at, call_rows.id) ${direction} ({lastStartedAt:DateTime64(6, 'UTC')}, {lastId:String})`,
    params: { ...where.params, lastStartedAt: last.startedAt, lastId: last.id },
  };
}

function keyQuery(
  { order }: CallSelection,
  where: WhereClause,
  limit: number | null,
  offset: number,
  signal: AbortSignal | undefined,
): Query {
  const orderBy = order.terms.length > 0 ? `ORDER BY ${order.terms.join(", ")}` : "";
  const page = limit === null ? (offset > 0 ? `OFFSET ${offset}` : "") : `LIMIT ${limit} OFFSET ${offset}`;
  return {
    // The inner names are those of the columns: an alias would hide them from the conditions.
    sql: `SELECT toString(call_rows.started_at) AS startedAt, call_rows.id AS id FROM call_rows
WHERE ${where.sql}
${orderBy}
${page}`,
    params: { ...where.params, ...order.params },
    ...(signal ? { signal } : {}),
  };
}
