import { purgedIds } from "@/service/checks/purged-ids";
import type { Handler } from "@/service/handlers/handler";
import { findFeedback } from "@/service/store/feedback/stored-feedback";

/** Removes feedback of a project by id. Ids that are not there are passed over. */
export const purgeFeedback: Handler<"feedback.purge"> = async ({ body }, { store, feedback, signal }) => {
  const found = await findFeedback(store, body.project_id, purgedIds(body.query), signal);
  // The row keeps nothing but its key, and the engine drops the feedback itself when it merges.
  await feedback.write(found.map((key) => ({ project_id: body.project_id, ...key, is_purged: 1 })));
  return {};
};
