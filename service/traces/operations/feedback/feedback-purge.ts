import { purgedIds } from "@/service/kernel/checks/purged-ids";
import type { Handler } from "@/service/traces/handlers/handler";
import { findFeedback } from "@/service/traces/store/feedback/stored-feedback";

/** Deletes feedback of a project by id. Unknown ids are ignored. */
export const purgeFeedback: Handler<"feedback.purge"> = async ({ body }, { store, feedback, signal }) => {
  const records = await findFeedback(store, body.project_id, purgedIds(body.query), signal);
  // The row keeps only its key, and the engine drops the feedback itself when it merges.
  await feedback.write(records.map((key) => ({ project_id: body.project_id, ...key, is_purged: 1 })));
  return {};
};
