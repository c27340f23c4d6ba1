import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { jsonField } from "@/service/traces/store/expression/fields";
import { splitPath } from "@/service/traces/store/expression/json-path";
import { compileOrder, type SortKey } from "@/service/traces/store/expression/sort-order";

/** The text that the engine can read; see `engine-json.ts`. */
export const SEARCHED_ROW_SQL = "if(search_val = '', val, search_val)";

/** The order of rows: the values computed once for each row, and ORDER BY over them and `position`. */
export interface RowOrder {
  /** Columns of a select that has `searched`. */
  readonly keys: readonly { readonly name: string; readonly sql: string }[];
  readonly sql: string;
}

/**
 * Compiles an order by paths inside rows; equal rows keep their order in the table.
 *
 * @throws InvalidRequestError for a path that is empty or has an empty part
 */
export function rowOrder(sortKeys: readonly SortKey[], params: SqlParams): RowOrder {
  const resolve = (path: string) => {
    splitPath(path);
    return jsonField("searched", path, params);
  };
  const terms = compileOrder(sortKeys, resolve, params).terms.map((term, at) => ({ ...term, name: `key${at}` }));
  return {
    keys: terms.map(({ name, value }) => ({ name, sql: value })),
    sql: [...terms.map(({ name, way }) => `${name} ${way}`), "position"].join(", "),
  };
}
