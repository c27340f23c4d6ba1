import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** The key of one feedback record in the engine. */
interface FeedbackKey {
  readonly weave_ref: string;
  readonly id: string;
}

/** Returns the given ids under which a project has feedback that is not removed. */
export async function findFeedback(
  store: Store,
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly FeedbackKey[]> {
  return await store.read<{ weave_ref: string; id: string }>({
    sql: `SELECT weave_ref, id FROM feedback FINAL
      WHERE project_id = {projectId:String} AND id IN {ids:Array(String)} AND is_purged = 0`,
    params: { projectId, ids },
    signal,
  });
}

/** The stored facts about a feedback record, which may have been removed. */
export interface KnownFeedback {
  readonly created_at: EngineTime;
  readonly user_id: string;
  readonly is_purged: number;
}

/** Returns the stored records, removed or not, with some ids in some projects. */
export async function readKnownFeedback(
  store: Store,
  projectIds: readonly string[],
  ids: readonly string[],
): Promise<readonly (KnownFeedback & { readonly project_id: string; readonly id: string })[]> {
  return await store.read<KnownFeedback & { readonly project_id: string; readonly id: string }>({
    sql: `SELECT project_id, id, toString(created_at) AS created_at, user_id, is_purged FROM feedback FINAL
      WHERE project_id IN {projectIds:Array(String)} AND id IN {ids:Array(String)}`,
    params: { projectIds, ids },
  });
}
