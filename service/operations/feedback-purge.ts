import type { Handler } from "@/service/http/handler";
import { purgedIds } from "@/service/operations/purge-ids";

/** Removes feedback of a project by id. Ids that are not there are passed over. */
export const purgeFeedback: Handler<"feedback.purge"> = async ({ body }, { store, feedback, signal }) => {
  const found = await store.read<{ weave_ref: string; id: string }>({
    sql: `SELECT weave_ref, id FROM feedback FINAL
      WHERE project_id = {projectId:String} AND id IN {ids:Array(String)} AND is_purged = 0`,
    params: { projectId: body.project_id, ids: purgedIds(body.query) },
    signal,
  });
  // The row keeps nothing but its key, and the engine drops the feedback itself when it merges.
  await feedback.write(found.map((key) => ({ project_id: body.project_id, ...key, is_purged: 1 })));
  return {};
};
