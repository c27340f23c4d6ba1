import type { Store } from "@/service/traces/store/engine/store";
import { FILL_TOP_LOOKUP_SQL, FILL_TURN_LOOKUP_SQL } from "@/service/traces/store/schema/schema-calls";
import type { CallVisibility } from "./call-visibility";
import type { OpenRows } from "./open-rows";

/** Derives what is closed, and fills the tables of turns and tops in memory. */
export async function deriveTables(store: Store, open: OpenRows): Promise<void> {
  await store.command("TRUNCATE TABLE closed_calls");
  await open.recover();
  await store.command("TRUNCATE TABLE call_turn_lookup");
  await store.command(FILL_TURN_LOOKUP_SQL);
  await store.command("TRUNCATE TABLE call_top_lookup");
  await store.command(FILL_TOP_LOOKUP_SQL);
}

/** Reads which projects have changed turns, tops of traces without a root, deleted calls, or names. */
export async function readProjects(store: Store, visibility: CallVisibility): Promise<void> {
  const projectsIn = (table: string) =>
    store.read<{ projectId: string }>({ sql: `SELECT DISTINCT project_id AS projectId FROM ${table}` });
  const turns = await store.read<{ projectId: string; changesKind: number }>({
    sql: "SELECT project_id AS projectId, max(changes_kind) AS changesKind FROM call_turns GROUP BY project_id",
  });
  for (const { projectId, changesKind } of turns) visibility.addProjectWithTurns(projectId, changesKind === 1);
  for (const { projectId } of await projectsIn("call_tops")) visibility.addProjectWithTops(projectId);
  for (const { projectId } of await projectsIn("deleted_calls")) visibility.addProjectWithDeletions(projectId);
  for (const { projectId } of await projectsIn("call_names")) visibility.addProjectWithNames(projectId);
}
