import type { Handler } from "@/service/traces/handlers/handler";

/** Returns the row count of a table. An unknown digest has 0 rows. */
export const queryTableStats: Handler<"table.queryStats"> = async ({ body }, { tables, signal }) => {
  const [header] = await tables.headers(body.project_id, [body.digest], signal);
  return { count: header?.rowCount ?? 0 };
};
