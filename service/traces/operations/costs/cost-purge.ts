import { purgedIds } from "@/service/kernel/checks/purged-ids";
import type { Handler } from "@/service/traces/handlers/handler";
import { findCosts } from "@/service/traces/store/prices/stored-costs";

/** Deletes prices of a project by id. Unknown ids are ignored. */
export const purgeCosts: Handler<"cost.purge"> = async ({ body }, { store, costs, signal }) => {
  const storedCosts = await findCosts(store, body.project_id, purgedIds(body.query), signal);
  // The row keeps only its key, and the engine drops the price itself when it merges.
  await costs.write(storedCosts.map(({ id }) => ({ project_id: body.project_id, id, is_purged: 1 })));
  return {};
};
