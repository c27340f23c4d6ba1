import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { QueryParam } from "@/service/traces/store/engine/store";
import { IS_FIRST_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "./visible-calls";

/** A condition over `call_rows`. Values appear only in `params`. */
export interface CallCondition {
  readonly sql: string;
  readonly params: Readonly<Record<string, QueryParam>>;
  /** True when it reads only columns that rollups have too: the op and the source. */
  readonly isRolled?: boolean;
  /**
   * True when it reads only the source. It then does not decide which tokens count: those of a call that one of another source
   * repeats would otherwise count in both.
   */
  readonly isOfSource?: boolean;
}

const MAX_LIST_LENGTH = 1000;

/**
 * Compiles a CallsFilter to conditions joined by AND. Ids and trace ids are found through projections, by key.
 * @throws InvalidRequestError when a list has more than a thousand entries
 */
export function filterConditions(filter: CallsFilter | null | undefined): CallCondition[] {
  if (!filter) return [];
  const conditions: CallCondition[] = [];
  const members = (column: string, member: keyof CallsFilter, values: readonly string[]) =>
    conditions.push({
      sql: `${column} IN {filter_${member}:Array(String)}`,
      params: { [`filter_${member}`]: values },
    });
  for (const [member, column] of memberColumns) {
    const values = listOf(filter, member);
    if (values.length > 0) members(column, member, values);
  }
  for (const [member, column] of keyColumns) {
    const values = listOf(filter, member);
    if (values.length > 0) conditions.push(byProjection(column, member, values));
  }
  for (const [member, column] of refColumns) {
    const values = listOf(filter, member);
    if (values.length === 0) continue;
    const name = `filter_${member}`;
    conditions.push({
      sql: `hasAny(${column}, {${name}:Array(String)})`,
      params: { [name]: values },
    });
  }
  const opNames = listOf(filter, "op_names");
  if (opNames.length > 0) conditions.push(opNameCondition(opNames));
  if (filter.trace_roots_only) conditions.push({ sql: IS_FIRST_SQL, params: {} });
  return conditions;
}

type ListMember = Exclude<keyof CallsFilter, "trace_roots_only">;

const memberColumns: readonly (readonly [ListMember, string])[] = [
  ["parent_ids", "parent_id"],
  ["thread_ids", THREAD_ID_SQL],
  ["turn_ids", TURN_ID_SQL],
  ["svc_user_ids", "user_id"],
  ["svc_run_ids", "run_id"],
];
const keyColumns: readonly (readonly [ListMember, string])[] = [
  ["call_ids", "id"],
  ["trace_ids", "trace_id"],
];
const refColumns: readonly (readonly [ListMember, string])[] = [
  ["input_refs", "input_refs"],
  ["output_refs", "output_refs"],
];

function listOf(filter: CallsFilter, member: ListMember): readonly string[] {
  const values = filter[member] ?? [];
  if (values.length > MAX_LIST_LENGTH) {
    throw new InvalidRequestError(
      `Parameter: '${member}' request length is greater than max length (${MAX_LIST_LENGTH})`,
    );
  }
  return values;
}

/** The keys come from the projection of this column, so nothing else is scanned. */
function byProjection(column: string, member: ListMember, values: readonly string[]): CallCondition {
  const name = `filter_${member}`;
  return {
    sql: `(started_at, id) IN (SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND ${column} IN {${name}:Array(String)})`,
    params: { [name]: values },
  };
}

/** Exact names, and names ending in `:*`, which match every version. */
function opNameCondition(names: readonly string[]): CallCondition {
  const exact = names.filter((name) => !name.endsWith(":*"));
  const prefixes = names.filter((name) => name.endsWith(":*")).map((name) => name.slice(0, -1));
  const alternatives = [
    ...(exact.length > 0 ? ["op_name IN {filter_op_names:Array(String)}"] : []),
    ...prefixes.map((_, index) => `startsWith(op_name, {filter_op_prefix_${index}:String})`),
  ];
  const prefixParams = Object.fromEntries(prefixes.map((prefix, index) => [`filter_op_prefix_${index}`, prefix]));
  return {
    sql: `(${alternatives.join(" OR ")})`,
    params: { ...(exact.length > 0 ? { filter_op_names: exact } : {}), ...prefixParams },
    isRolled: true,
  };
}
