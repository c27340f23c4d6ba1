import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ProjectParts } from "./project-parts";
import { EXPORTED_TABLES, type ExportedTable, RECORD_TABLES } from "./state-tables";

export type StateRow = Readonly<Record<string, string | number | null>>;

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const PAGE_ROWS = 500;

const tableNamed = (wanted: string) => EXPORTED_TABLES.find(({ name }) => name === wanted);

/** Returns the database of a table, whatever its schema: the tables are data here. */
export function databaseOf(
  { state, training }: Pick<ProjectParts, "state" | "training">,
  table: Pick<ExportedTable, "database">,
) {
  return (table.database === "state" ? state : training.state) as unknown as AnyDatabase;
}

/** Returns the condition that a row belongs to a project. */
async function ofProject(
  parts: Pick<ProjectParts, "state" | "training">,
  { owner }: ExportedTable,
  projectId: string,
): Promise<RawBuilder<boolean>> {
  if (owner.by === "model_id") {
    const { rows } = await sql<{
      id: string;
    }>`select id from model where ${ownSql({ by: "entity and project" }, projectId)}`.execute(parts.training.state);
    return rows.length === 0 ? sql`1 = 0` : sql`model_id in (${sql.join(rows.map(({ id }) => id))})`;
  }
  return ownSql(owner, projectId);
}

function ownSql(owner: ExportedTable["owner"], projectId: string): RawBuilder<boolean> {
  if (owner.by === "project_id") return sql`project_id = ${projectId}`;
  if (owner.by === "entity and project") {
    const [entity, project] = projectId.split("/");
    return sql`entity = ${entity} and project = ${project}`;
  }
  const parent = owner.by === "parent" ? tableNamed(owner.table) : undefined;
  if (owner.by !== "parent" || parent === undefined) throw new TypeError("No parent of the table is exported.");
  return sql`${sql.ref(owner.column)} in (select id from ${sql.table(owner.table)}
    where ${ownSql(parent.owner, projectId)})`;
}

/** Yields the rows of a project in a table, in order, some at a time. */
export async function* rowsOfProject(
  parts: Pick<ProjectParts, "state" | "training">,
  table: ExportedTable,
  projectId: string,
): AsyncGenerator<StateRow[], void, void> {
  const database = databaseOf(parts, table);
  const isOfProject = await ofProject(parts, table, projectId);
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  let last: StateRow | undefined;
  for (;;) {
    const from = last;
    const behind =
      from === undefined ? sql`` : sql`and (${key}) > (${sql.join(table.key.map((column) => sql.val(from[column])))})`;
    const { rows } = await sql<StateRow>`select * from ${sql.table(table.name)}
      where ${isOfProject} ${behind} order by ${key} limit ${sql.lit(PAGE_ROWS)}`.execute(database);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1);
  }
}

/** Returns a table of the state or of training that has records of a project; null if there is none. */
export async function findStateUse(
  parts: Pick<ProjectParts, "state" | "training">,
  projectId: string,
): Promise<string | null> {
  for (const table of RECORD_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table.name)}
      where ${await ofProject(parts, table, projectId)} limit 1`.execute(databaseOf(parts, table));
    if (rows.length > 0) return table.name;
  }
  return null;
}

export async function countRowsOfProject(
  parts: Pick<ProjectParts, "state" | "training">,
  table: ExportedTable,
  projectId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table.name)}
    where ${await ofProject(parts, table, projectId)}`.execute(databaseOf(parts, table));
  return rows[0]?.count ?? 0;
}
