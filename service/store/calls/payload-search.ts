/** Payload columns that conditions and sort keys search, each with a second text column: `inputs_search`. */
export const searchedColumns = ["attributes", "inputs", "output", "summary"] as const;

/** Returns SQL for a payload column as the engine's JSON functions can read it. */
export function payloadSearchSql(column: string): string {
  const search = `${column}_search`;
  return `if(${search} = '', ${column}, ${search})`;
}
