import { placeOf, SqlProblem } from "@/lib/sql/sql-problem";
import type { SqlView } from "@/lib/sql/sql-views";
import { SQL_VIEWS } from "@/lib/sql/sql-views";
import { type SqlStatement, translateSql } from "@/lib/sql/translate-sql";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query, ResultTable, Store } from "@/service/traces/store/engine/store";
import { readCallCosts, readEntryCosts } from "@/service/traces/store/figures/call-costs";
import { onlyRowsOf } from "./project-rows";
import { asSqlError } from "./sql-error";
import type { SqlRequest } from "./sql-request";
import { type CostSql, viewSql } from "./view-sql";

type TranslatedQuery = Extract<SqlStatement, { kind: "query" }>;

const MIB = 1024 * 1024;

/**
 * Runs a query over the views of a project.
 * @returns its rows, one more than the limit where there are more
 * @throws ValidationError for a query that is not admitted, is wrong, or reaches a limit
 */
export async function runSql(store: Store, request: SqlRequest, signal: AbortSignal): Promise<ResultTable> {
  const statement = translated(request);
  if (statement.kind === "views")
    return listing(
      ["view", "summary"],
      SQL_VIEWS.map(({ name, summary }) => [name, summary]),
    );
  if (statement.kind === "columns") return columnsOf(statement.view);
  const query = await completed(store, request, statement, signal);
  return await runBounded(store, request, query, signal);
}

/** Runs SQL of ours with the limits of a request, on the rows of its project. */
export async function runBounded(
  store: Store,
  request: SqlRequest,
  query: Pick<Query, "sql" | "params">,
  signal: AbortSignal,
): Promise<ResultTable> {
  const { seconds, rows, memory_mb } = request.limits;
  const settings = {
    ...(await onlyRowsOf(store, request.projectId)),
    max_memory_usage: memory_mb * MIB,
    limit: rows + 1,
    max_result_rows: 0,
    // Nothing is written to the disk, not even what does not fit into memory.
    max_bytes_ratio_before_external_group_by: 0,
    max_bytes_ratio_before_external_sort: 0,
    output_format_json_named_tuples_as_objects: 1,
  };
  try {
    const table = await store.readTable({ ...query, settings, timeoutMs: seconds * 1000, signal });
    return { ...table, rows: table.rows.slice(0, rows + 1) };
  } catch (error) {
    throw asSqlError(error, request);
  }
}

function translated({ sql, parameters }: SqlRequest): SqlStatement {
  try {
    return translateSql(sql, parameters);
  } catch (error) {
    if (!(error instanceof SqlProblem)) throw error;
    const { line, column } = placeOf(sql, error.at);
    const msg = `Line ${line}, column ${column}: ${error.message}`;
    throw new ValidationError([{ loc: ["body", "sql"], msg, type: "sql" }]);
  }
}

/** Puts the queries of the views in the places of their names. */
async function completed(
  store: Store,
  { projectId }: SqlRequest,
  statement: TranslatedQuery,
  signal: AbortSignal,
): Promise<Pick<Query, "sql" | "params">> {
  const params = new SqlParams("sql_");
  const costs = await costsOf(store, projectId, statement, params, signal);
  const queries = new Map(statement.views.map((view) => [view.placeholder, viewSql(view, costs, params)]));
  const sql = statement.sql.replaceAll(/\{view:\d+\}/g, (placeholder) => queries.get(placeholder) ?? placeholder);
  return { sql, params: { ...params.values(), projectId } };
}

const NO_COST = "CAST(NULL, 'Nullable(Float64)')";

async function costsOf(
  store: Store,
  projectId: string,
  { readsCosts, views }: TranslatedQuery,
  params: SqlParams,
  signal: AbortSignal,
): Promise<CostSql> {
  const reads = (name: string) => readsCosts && views.some((view) => view.name === name);
  const reader = { store, signal };
  const [ofCall, ofEntry] = await Promise.all([
    reads("calls") ? readCallCosts(reader, projectId, []) : null,
    reads("usage") ? readEntryCosts(reader, projectId) : null,
  ]);
  const call = ofCall?.(params);
  return {
    ofCall: call !== undefined && "sql" in call ? call.sql : NO_COST,
    ofEntry: ofEntry?.(params) ?? NO_COST,
  };
}

const columnsOf = ({ columns }: SqlView): ResultTable =>
  listing(
    ["name", "type", "summary"],
    columns.map(({ name, type, summary }) => [name, type, summary]),
  );

const listing = (names: readonly string[], rows: readonly (readonly string[])[]): ResultTable => ({
  columns: names.map((name) => ({ name, type: "String" })),
  rows,
  rowsRead: 0,
  bytesRead: 0,
});
