import type { Store } from "@/service/traces/store/engine/store";

const CREATED = /^\s*CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS (\w+)/;
const CHANGED =
  /^ALTER TABLE (\w+) (?:MODIFY SETTING (.+)|MODIFY COLUMN (\w+) (.+)|ADD COLUMN IF NOT EXISTS (\w+) |DROP COLUMN IF EXISTS (\w+)|ADD INDEX IF NOT EXISTS (\w+) )/;

/** The end of a statement that has an effect only on a table with a column that this version replaces. */
export const replacing = (column: string): string => `/* replacing ${column} */`;

const REPLACING = /^ALTER TABLE (\w+) .*\/\* replacing (\w+) \*\/$/s;

/**
 * Runs the statements that create tables, and those that add to tables of earlier versions what this version creates them
 * with. An embedded store runs only those that have an effect: the others would be half of the time of a start. On a
 * server another process may create a table meanwhile, so that all of them run.
 */
export async function createTables(store: Store, statements: readonly string[]): Promise<void> {
  const definitions = store.kind === "embedded" ? await readDefinitions(store) : null;
  for (const sql of statements) {
    if (definitions === null || hasEffect(sql, definitions)) await store.command(sql);
  }
}

/** The definitions of the stored tables, by name. */
async function readDefinitions(store: Store): Promise<ReadonlyMap<string, string>> {
  const tables = await store.read<{ name: string; definition: string }>({
    sql: "SELECT name, create_table_query AS definition FROM system.tables WHERE database = currentDatabase()",
  });
  return new Map(tables.map(({ name, definition }) => [name, definition]));
}

/** False for a statement that would leave the tables as they are; true for every statement of an unknown form. */
function hasEffect(sql: string, definitions: ReadonlyMap<string, string>): boolean {
  const created = CREATED.exec(sql)?.[1];
  if (created !== undefined) return !definitions.has(created);
  const [, replacedIn, replaced] = REPLACING.exec(sql) ?? [];
  if (replacedIn !== undefined) return definitions.get(replacedIn)?.includes(`\`${replaced}\` `) ?? false;
  const [, table, setting, changedColumn, type, addedColumn, droppedColumn, index] = CHANGED.exec(sql) ?? [];
  if (table === undefined) return true;
  const definition = definitions.get(table);
  // The table was created a moment ago, by this version.
  if (definition === undefined) return false;
  if (setting !== undefined) return !definition.includes(setting);
  if (changedColumn !== undefined) return !definition.includes(`\`${changedColumn}\` ${type}`);
  if (addedColumn !== undefined) return !definition.includes(`\`${addedColumn}\` `);
  if (droppedColumn !== undefined) return definition.includes(`\`${droppedColumn}\` `);
  return !definition.includes(`INDEX ${index} `);
}
