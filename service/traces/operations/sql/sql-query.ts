import type { Handler } from "@/service/traces/handlers/handler";
import { runSql } from "@/service/traces/store/sql/run-sql";
import { SqlTurns } from "@/service/traces/store/sql/sql-turns";

/** Runs a query over the views of a project. It is stopped in the engine when its client leaves. */
export function querySqlHandler(): Handler<"sql.query"> {
  const turns = new SqlTurns();
  return async ({ body: { project_id: projectId, sql, parameters, limits } }, { store, signal }) => {
    const begin = performance.now();
    const table = await turns.run(projectId, () => runSql(store, { projectId, sql, parameters, limits }, signal));
    return {
      columns: [...table.columns],
      rows: table.rows.slice(0, limits.rows).map((row) => [...row]),
      is_cut: table.rows.length > limits.rows,
      elapsed_ms: Math.round(performance.now() - begin),
      rows_read: table.rowsRead,
      bytes_read: table.bytesRead,
      limits,
    };
  };
}
