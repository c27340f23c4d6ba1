import type { Store } from "@/service/store/engine/store";
import type { EngineTime } from "@/service/store/engine/timestamps";

/** What names one feedback in the engine. */
interface FeedbackKey {
  readonly weave_ref: string;
  readonly id: string;
}

/** Those of the ids under which a project holds feedback that was not removed. */
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

/** What is known of a feedback that was stored before, also of one that was removed. */
export interface KnownFeedback {
  readonly created_at: EngineTime;
  readonly user_id: string;
  readonly is_purged: number;
}

/** What is stored under some ids of some projects, removed or not. */
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
