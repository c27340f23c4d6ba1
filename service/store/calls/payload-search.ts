/** Columns of payload that conditions and sort keys look into, each with a second text beside it: `inputs_search`. */
export const searchedColumns = ["attributes", "inputs", "output", "summary"] as const;

/** SQL for a column of payload as the engine's JSON functions can read it, and the columns that reading it touches. */
export function payloadSearchSql(column: string): { readonly sql: string; readonly columns: readonly string[] } {
  const search = `${column}_search`;
  return { sql: `if(${search} = '', ${column}, ${search})`, columns: [column, search] };
}
