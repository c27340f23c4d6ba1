import { StoreAborted } from "@/service/errors/store-errors";
import type { Query, QueryParam, Store } from "@/service/store/engine/store";
import type { EngineTime } from "@/service/store/engine/timestamps";
import { areOfKeys, areOfStarts, arePayload } from "./call-columns";
import type { CallCondition } from "./call-filter";

/** What a call is filed under within its project. */
export interface CallKey {
  readonly startedAt: EngineTime;
  readonly id: string;
}

export interface CallOrder {
  /** `column DESC` and the like, in order; compiled, never a caller's text. Empty leaves the order open. */
  readonly terms: readonly string[];
  readonly params: Readonly<Record<string, QueryParam>>;
  readonly columns: readonly string[];
  /** Set when the order is that of the keys, so that pages can be found one after another. */
  readonly byKey: "asc" | "desc" | null;
}

export interface CallSelection {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly order: CallOrder;
  /** Null takes all. */
  readonly limit: number | null;
  readonly offset: number;
}

export const orderByStart = (direction: "asc" | "desc"): CallOrder => ({
  terms: [`started_at ${direction}`, `id ${direction}`],
  params: {},
  columns: [],
  byKey: direction,
});

export interface Where {
  readonly source: "call_parts" | "call_parts FINAL";
  readonly sql: string;
  readonly params: Readonly<Record<string, QueryParam>>;
}

/** Started calls of a project that are not deleted and meet the conditions; `columns` are read besides. */
export function whereCalls(
  projectId: string,
  conditions: readonly CallCondition[],
  columns: readonly string[] = [],
): Where {
  const found = conditions.filter((condition) => canBeFound(condition));
  const merged = conditions.filter((condition) => !found.includes(condition)).flatMap((condition) => condition.columns);
  const source = areOfStarts([...columns, ...merged]) ? "call_parts" : "call_parts FINAL";
  const keyConditions = conditions.filter((condition) => areOfKeys(condition.columns));
  const all = conditions.map((condition) => {
    const isDecided = source === "call_parts" && areOfStarts(condition.columns);
    return found.includes(condition) && !isDecided ? partsMeeting(condition, keyConditions) : `(${condition.sql})`;
  });
  const params = Object.assign({ projectId }, ...conditions.map((condition) => condition.params));
  return { source, sql: [startedCalls, ...all].join("\n  AND "), params };
}

/** Whether single parts tell which calls meet it, and merging them would take payload: anything else merges as fast. */
function canBeFound({ isOfOnePart, columns }: CallCondition): boolean {
  return arePayload(columns) && (isOfOnePart === true || areOfStarts(columns));
}

/** The calls with a part that meets a condition, found among the parts as they lie. */
function partsMeeting(condition: CallCondition, keyConditions: readonly CallCondition[]): string {
  const within = ["project_id = {projectId:String}", ...keyConditions.map(({ sql }) => `(${sql})`)];
  if (!condition.isOfOnePart) within.push("bitAnd(kind, 1) = 1");
  return `(started_at, id) IN (
    SELECT started_at, id FROM call_parts WHERE ${[...within, `(${condition.sql})`].join(" AND ")})`;
}

/** Needs the parameter `projectId`. */
export const startedCalls = `project_id = {projectId:String} AND bitAnd(kind, 1) = 1
  AND (started_at, id) NOT IN (SELECT started_at, id FROM deleted_calls WHERE project_id = {projectId:String})`;

const firstPage = 200;
const laterPage = 1000;
/** Pages grow up to here: each costs the engine about the same, whatever its size. */
const largestPage = 4000;

/**
 * The keys of the selected calls in their order, a block at a time. No query stays open between blocks when the order
 * is that of the keys, so slow readers hold nothing.
 */
export async function* selectKeys(
  store: Store,
  selection: CallSelection,
  signal?: AbortSignal,
): AsyncGenerator<CallKey[], void, void> {
  const { order } = selection;
  const where = whereCalls(selection.projectId, selection.conditions, order.columns);
  // What is found among all parts is found once.
  const areFound = selection.conditions.some((condition) => !areOfStarts(condition.columns));
  const canPage = order.byKey !== null && where.source === "call_parts" && !areFound;
  if (canPage) yield* pagesByKey(store, selection, where, signal);
  else if (selection.limit !== null && selection.limit <= laterPage) {
    yield await store.read<CallKey>(keyQuery(selection, where, selection.limit, selection.offset, signal));
  } else {
    const query = keyQuery(selection, where, selection.limit, selection.offset, signal);
    for await (const block of store.stream(query)) yield block.rows<CallKey>();
  }
}

async function* pagesByKey(
  store: Store,
  selection: CallSelection,
  where: Where,
  signal: AbortSignal | undefined,
): AsyncGenerator<CallKey[], void, void> {
  const direction = selection.order.byKey === "desc" ? "<" : ">";
  let left = selection.limit ?? Number.POSITIVE_INFINITY;
  let last: CallKey | null = null;
  let grown = laterPage;
  while (left > 0) {
    if (signal?.aborted) throw new StoreAborted("The query was stopped.");
    const size = Math.min(left, last === null ? firstPage : grown);
    if (last !== null) grown = Math.min(grown * 2, largestPage);
    const page: Where = last === null ? where : { ...where, ...after(where, last, direction) };
    const keys: CallKey[] = await store.read<CallKey>(
      keyQuery(selection, page, size, last === null ? selection.offset : 0, signal),
    );
    if (keys.length > 0) yield keys;
    last = keys.at(-1) ?? null;
    if (last === null || keys.length < size) return;
    left -= keys.length;
  }
}

/** The first comparison is what the engine's index understands. */
function after(where: Where, last: CallKey, direction: "<" | ">"): Pick<Where, "sql" | "params"> {
  return {
    sql: `${where.sql}
  AND started_at ${direction}= {lastStartedAt:DateTime64(6, 'UTC')}
  AND (started_at, id) ${direction} ({lastStartedAt:DateTime64(6, 'UTC')}, {lastId:String})`,
    params: { ...where.params, lastStartedAt: last.startedAt, lastId: last.id },
  };
}

function keyQuery(
  { order }: CallSelection,
  where: Where,
  limit: number | null,
  offset: number,
  signal: AbortSignal | undefined,
): Query {
  const orderBy = order.terms.length > 0 ? `ORDER BY ${order.terms.join(", ")}` : "";
  const page = limit === null ? (offset > 0 ? `OFFSET ${offset}` : "") : `LIMIT ${limit} OFFSET ${offset}`;
  return {
    // The inner names stay those of the columns: an alias would hide them from the conditions.
    sql: `SELECT toString(call_parts.started_at) AS startedAt, call_parts.id AS id FROM ${where.source}
WHERE ${where.sql}
${orderBy}
${page}`,
    params: { ...where.params, ...order.params },
    ...(signal ? { signal } : {}),
  };
}
