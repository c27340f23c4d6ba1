import type { QueryExpression } from "@/lib/api/contract/query/query-expression";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query } from "@/service/traces/store/engine/store";
import { compileCondition } from "./compile-condition";
import type { FieldResolver } from "./fields";
import { compileOrder, type SortKey } from "./sort-order";

/** A table of records that belong to a project and are purged by a newer row with `is_purged`. */
export interface RecordTable {
  readonly name: string;
  readonly resolve: FieldResolver;
}

export interface RecordSelection {
  readonly projectId: string;
  readonly query?: QueryExpression | null | undefined;
  readonly sortBy?: readonly SortKey[] | null | undefined;
  readonly limit: number | null;
  readonly offset: number;
}

/**
 * Returns one SELECT over the records of one project: the project is always a condition besides the caller's
 * expression. Records are in the order of the caller's keys, then of their creation, so that pages do not overlap.
 *
 * @param columns writes the select list; external values go into its `params`
 * @throws a ServiceError for an invalid expression or field
 */
export function recordQuery(
  table: RecordTable,
  selection: RecordSelection,
  columns: (params: SqlParams) => readonly string[],
): Omit<Query, "signal"> {
  const { query, sortBy, limit, offset } = selection;
  const params = new SqlParams();
  const context = { resolve: table.resolve, params };
  const order = compileOrder(sortBy ?? [], table.resolve, params);
  const lines = [
    `SELECT ${columns(params).join(", ")} FROM ${table.name} FINAL`,
    `WHERE ${liveRecordsSql(table.name, params.bind(selection.projectId, "String"))}`,
    ...(query ? [`AND (${compileCondition(query.$expr, context).sql})`] : []),
    `ORDER BY ${order.sql === "" ? "" : `${order.sql}, `}${table.name}.created_at, ${table.name}.id`,
    ...(limit === null ? [] : [`LIMIT ${params.bind(limit, "UInt64")}`]),
    ...(offset === 0 ? [] : [`OFFSET ${params.bind(offset, "UInt64")}`]),
  ];
  return { sql: lines.join("\n"), params: params.values() };
}

/** Returns SQL that counts the records of a selection, regardless of its page. */
export function recordCountQuery(table: RecordTable, { projectId, query }: RecordSelection): Omit<Query, "signal"> {
  const params = new SqlParams();
  const where = liveRecordsSql(table.name, params.bind(projectId, "String"));
  const condition = query ? ` AND (${compileCondition(query.$expr, { resolve: table.resolve, params }).sql})` : "";
  return {
    sql: `SELECT count() AS count FROM ${table.name} FINAL WHERE ${where}${condition}`,
    params: params.values(),
  };
}

function liveRecordsSql(table: string, project: string): string {
  return `${table}.project_id = ${project} AND ${table}.is_purged = 0`;
}
