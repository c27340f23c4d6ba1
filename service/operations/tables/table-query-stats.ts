import type { Handler } from "@/service/handlers/handler";

/** How many rows a table has. A digest that is no table's has none, as its rows have. */
export const queryTableStats: Handler<"table.queryStats"> = async ({ body }, { tables, signal }) => {
  const [header] = await tables.headers(body.project_id, [body.digest], signal);
  return { count: header?.rowCount ?? 0 };
};
