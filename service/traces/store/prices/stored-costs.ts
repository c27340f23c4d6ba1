import type { Store } from "@/service/traces/store/engine/store";

/** Returns the given ids under which a project has a price that is not removed. */
export async function findCosts(
  store: Store,
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly { readonly id: string }[]> {
  return await store.read<{ id: string }>({
    sql: "SELECT id FROM costs FINAL WHERE project_id = {projectId:String} AND id IN {ids:Array(String)} AND is_purged = 0",
    params: { projectId, ids },
    signal,
  });
}
