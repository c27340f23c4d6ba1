import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { DatabaseError } from "@/lib/sqlite/open-sqlite";
import type { SomeDatabase } from "./database-kind";
import { WRITER_LOCK } from "./postgres-dialect";

const PAGE_ROWS = 500;

/** A row of any table: both databases return the same values for the same row. */
type Row = Readonly<Record<string, unknown>>;

type AnySchema = Record<string, Record<string, unknown>>;

/** A table of the SQLite database. */
interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** Tables that its rows refer to. */
  readonly needs: readonly string[];
}

/** A row with its bytes in the form that PostgreSQL's client accepts. */
function storable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof ArrayBuffer ? Buffer.from(value) : value]),
  );
}

/** The number and the digest of a table's rows. */
export interface TableDigest {
  readonly name: string;
  readonly rowCount: number;
  readonly digest: string;
}

async function shapeOf(source: Kysely<AnySchema>, name: string): Promise<TableShape> {
  const { rows: columns } = await sql<{
    name: string;
    pk: number;
  }>`select name, pk from pragma_table_info(${name})`.execute(source);
  const { rows: references } = await sql<{ to: string }>`select "table" as "to"
    from pragma_foreign_key_list(${name})`.execute(source);
  return {
    name,
    columns: columns.map((column) => column.name).sort(),
    primaryKey: columns
      .filter(({ pk }) => pk > 0)
      .sort((left, right) => left.pk - right.pk)
      .map((column) => column.name),
    needs: references.map(({ to }) => to).filter((to) => to !== name),
  };
}

/** Orders tables so that each one follows the tables it refers to. */
function inOrderOfNeed(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const next = [...waiting].find(({ needs }) => !needs.some((name) => names.has(name)));
    if (next === undefined)
      throw new DatabaseError(`Tables refer to each other in a circle: ${[...names].join(", ")}.`);
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** The rows of a table by its primary key, page by page. */
async function* pagesOf(database: Kysely<AnySchema>, table: TableShape): AsyncGenerator<Row[]> {
  const key = sql.join(table.primaryKey.map((column) => sql.ref(column)));
  let last: Row | undefined;
  for (;;) {
    const from = last;
    const behind = from
      ? sql`where (${key}) > (${sql.join(table.primaryKey.map((column) => sql.val(from[column])))})`
      : sql``;
    const { rows } = await sql<Row>`select ${sql.join(table.columns.map((column) => sql.ref(column)))}
      from ${sql.table(table.name)} ${behind} order by ${key} limit ${sql.lit(PAGE_ROWS)}`.execute(database);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1);
  }
}

function digestible(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("hex");
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex");
  // As PostgreSQL stores it.
  return typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value;
}

async function digestOf(
  database: Kysely<AnySchema>,
  table: TableShape,
  onPage: (rows: Row[]) => Promise<void> = async () => undefined,
): Promise<TableDigest> {
  const hash = createHash("sha256");
  let rowCount = 0;
  for await (const rows of pagesOf(database, table)) {
    for (const row of rows) hash.update(`${JSON.stringify(table.columns.map((column) => digestible(row[column])))}\n`);
    rowCount += rows.length;
    await onPage(rows);
  }
  return { name: table.name, rowCount, digest: hash.digest("hex") };
}

/** Row numbers continue after the copied ones. */
async function continueRowNumbers(target: Transaction<AnySchema>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(target);
  for (const { table, column } of rows) {
    await sql`select setval(
      pg_get_serial_sequence(quote_ident(${table}), ${column}),
      coalesce(max(${sql.ref(column)}), 1), max(${sql.ref(column)}) is not null) from ${sql.table(table)}`.execute(
      target,
    );
  }
}

/** The tables of a SQLite database, each after those that it refers to, without the omitted ones. */
async function tablesOf(database: Kysely<AnySchema>, omitted: readonly string[]): Promise<TableShape[]> {
  const names = (await database.introspection.getTables()).map(({ name }) => name);
  const copied = names.filter((name) => !omitted.includes(name));
  return inOrderOfNeed(await Promise.all(copied.map((name) => shapeOf(database, name))));
}

/** Returns a digest of each table of a SQLite database, without the omitted ones. */
export async function digestSource({ source, omitted }: Omit<SchemaCopy, "schema">): Promise<TableDigest[]> {
  // The tables are listed from the database, so that none is forgotten.
  const from = source as unknown as Kysely<AnySchema>;
  const digests: TableDigest[] = [];
  for (const table of await tablesOf(from, omitted)) digests.push(await digestOf(from, table));
  return digests;
}

/** Copies the rows of one source to the tables of the current schema, and compares them. */
async function copyTables(
  from: Kysely<AnySchema>,
  transaction: Transaction<AnySchema>,
  omitted: readonly string[],
): Promise<TableDigest[]> {
  const tables = await tablesOf(from, omitted);
  const copied: TableDigest[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(transaction);
    if (rows.length > 0)
      throw new DatabaseError(
        `The table ${name} is not empty. Name an empty database, or copy only what it lacks with --only.`,
      );
  }
  for (const table of tables) {
    const before = await digestOf(from, table, async (rows) => {
      await transaction.insertInto(table.name).values(rows.map(storable)).execute();
    });
    const after = await digestOf(transaction, table);
    if (before.digest !== after.digest) {
      const counts = `${before.rowCount} rows became ${after.rowCount}`;
      throw new DatabaseError(`The table ${table.name} differs after the copy: ${counts}. Nothing was copied.`);
    }
    copied.push(after);
  }
  await continueRowNumbers(transaction);
  return copied;
}

/** A SQLite database, and the schema of PostgreSQL with the same tables. */
export interface SchemaCopy {
  /** Its tables are listed from the database. */
  readonly source: SomeDatabase;
  readonly schema: string;
  readonly omitted: readonly string[];
}

/**
 * Copies all rows of SQLite databases to the same tables in schemas of one PostgreSQL database, which must be empty, in one
 * transaction. Reads the copied rows and compares their number and digest with those of every table before it commits.
 *
 * @param target any schema of the database
 * @param beforeCommit called with the digests by copy and the transaction; when it fails, nothing is copied
 * @throws DatabaseError when a table is not empty or differs after the copy; nothing was copied then
 */
export async function copySchemas<Schema>(
  target: Kysely<Schema>,
  copies: readonly SchemaCopy[],
  beforeCommit: (copied: readonly (readonly TableDigest[])[], transaction: Transaction<Schema>) => Promise<void>,
): Promise<TableDigest[][]> {
  return await target.transaction().execute(async (transaction) => {
    const any = transaction as unknown as Transaction<AnySchema>;
    // This transaction is idle while long tables of the source are read and compared.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(any);
    const copied: TableDigest[][] = [];
    for (const { source, schema, omitted } of copies) {
      await enterSchema(transaction, schema);
      copied.push(await copyTables(source as unknown as Kysely<AnySchema>, any, omitted));
    }
    await beforeCommit(copied, transaction);
    return copied;
  });
}

/** Sets the schema of all further statements of a transaction, which becomes its only writer. */
export async function enterSchema<Schema>(transaction: Transaction<Schema>, schema: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WRITER_LOCK}, hashtext(${schema}))`.execute(transaction);
  await sql`select set_config('search_path', ${`"${schema}"`}, true)`.execute(transaction);
}
