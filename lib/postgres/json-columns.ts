import { type RawBuilder, sql } from "kysely";
import { isPostgres, type SomeDatabase } from "./database-kind";

/**
 * Returns a JSON text that `JSON.stringify` wrote in a form that PostgreSQL's functions accept: they reject the escapes
 * of the zero character and of half surrogate pairs, which a user's text may contain. Numbers and structure are
 * unchanged.
 */
function readable(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(${text}, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'gi')::json`;
}

/**
 * Returns the value at a path of a JSON column as text: a string without quotes, anything else as JSON; null if there
 * is none. The path must not contain text from users.
 */
export function jsonText(
  database: SomeDatabase,
  column: string,
  path: readonly (string | number)[],
): RawBuilder<string | null> {
  if (isPostgres(database)) {
    const names = sql.join(path.map((part) => sql`${String(part)}::text`));
    return sql<string | null>`${readable(sql.ref(column))} #>> array[${names}]`;
  }
  const names = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  return sql<string | null>`cast(json_extract(${sql.ref(column)}, ${`$${names}`}) as text)`;
}

/** The members of a JSON object as rows, for the `from` of a query after the table of the column. */
interface JsonMembers {
  readonly rows: RawBuilder<unknown>;
  readonly name: RawBuilder<string>;
  readonly isNumber: RawBuilder<unknown>;
  /** Only for rows that are numbers. */
  readonly number: RawBuilder<number>;
}

/**
 * Returns the members of an object in a JSON column.
 *
 * @param member the object's name, unless it is the whole value
 */
export function jsonMembers(database: SomeDatabase, column: string, member?: string): JsonMembers {
  const name = sql<string>`member.key`;
  if (isPostgres(database)) {
    const object = member === undefined ? sql`` : sql` -> ${member}::text`;
    return {
      rows: sql`json_each(${readable(sql.ref(column))}${object}) as member`,
      name,
      isNumber: sql`json_typeof(member.value) = 'number'`,
      number: sql<number>`(member.value #>> '{}')::double precision`,
    };
  }
  return {
    rows: sql`json_each(${sql.ref(column)}, ${member === undefined ? "$" : `$.${member}`}) as member`,
    name,
    isNumber: sql`member.type in ('integer', 'real')`,
    number: sql<number>`member.value`,
  };
}
