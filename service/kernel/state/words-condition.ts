import { type RawBuilder, sql } from "kysely";

/**
 * Returns the condition that each of the words occurs in one of the columns, in any case. SQLite knows the case of ASCII
 * letters only.
 */
export function wordsCondition(columns: readonly string[], words: readonly string[]): RawBuilder<boolean> {
  const conditions = words.map((word) => {
    const pattern = `%${word.replace(/[!%_]/g, "!$&")}%`;
    const inColumn = (column: string) => sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`;
    return sql`(${sql.join(columns.map(inColumn), sql` or `)})`;
  });
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
