import type { QuerySettings, Store } from "@/service/traces/store/engine/store";

const known = new WeakMap<Store, Promise<readonly string[]>>();

/** The tables with rows of projects, which the schema has from the start of the service. */
function tablesOf(store: Store): Promise<readonly string[]> {
  const reading = known.get(store) ?? readTables(store);
  known.set(store, reading);
  reading.catch(() => known.delete(store));
  return reading;
}

async function readTables(store: Store): Promise<readonly string[]> {
  const rows = await store.read<{ table: string }>({
    sql: "SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'project_id' ORDER BY table",
  });
  return rows.map(({ table }) => table);
}

/**
 * Returns the setting by which the engine itself leaves out the rows of other projects, whatever the text of a query says. It
 * holds for every table that is read by name.
 */
export async function onlyRowsOf(store: Store, projectId: string): Promise<QuerySettings> {
  // The bytes of the id as numbers: it stands within two kinds of quotes.
  const id = `char(${[...Buffer.from(projectId)].join(", ")})`;
  const filters = (await tablesOf(store)).map((table) => `'${table}': 'project_id = ${id}'`);
  return { additional_table_filters: `{${filters.join(", ")}}` };
}
