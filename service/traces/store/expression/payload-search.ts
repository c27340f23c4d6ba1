import type { JsonColumn } from "./json-path";

/** Payload columns that conditions and sort keys search, each with a second text column: `inputs_search`. */
export const searchedColumns = ["attributes", "inputs", "output", "summary"] as const;

/** Returns a payload column in which a path is followed. */
export const searchedColumn = (column: string): JsonColumn => ({ column, readable: `${column}_search` });

/** Returns SQL for a payload column as the engine's JSON functions can read it. */
export function payloadSearchSql(column: string): string {
  const { readable } = searchedColumn(column);
  return `if(${readable} = '', ${column}, ${readable})`;
}
