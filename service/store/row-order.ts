import { jsonField } from "@/service/store/fields";
import { splitPath } from "@/service/store/json-path";
import { compileOrder, type SortKey } from "@/service/store/sort-order";
import type { SqlParams } from "@/service/store/sql-params";

/** The text that the engine can read; see `engine-json.ts`. */
export const searchedRow = "if(search_val = '', val, search_val)";

/**
 * SQL that orders rows of a table by places inside them; rows that are equal keep their order in the table.
 *
 * @throws InvalidRequest for a path that is empty or has an empty part
 */
export function rowOrder(keys: readonly SortKey[], params: SqlParams): string {
  const resolve = (path: string) => {
    splitPath(path);
    return jsonField("searched", path, params);
  };
  const { sql } = compileOrder(keys, resolve, params);
  return sql === "" ? "position" : `${sql}, position`;
}
