/** Payload columns that conditions and sort keys search, each with a second text column: `inputs_search`. */
export const searchedColumns = ["attributes", "inputs", "output", "summary"] as const;

/** Returns SQL for a payload column as the engine's JSON functions can read it, and the columns that it reads. */
export function payloadSearchSql(column: string): { readonly sql: string; readonly columns: readonly string[] } {
  const search = `${column}_search`;
  return { sql: `if(${search} = '', ${column}, ${search})`, columns: [column, search] };
}
