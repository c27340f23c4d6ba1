import type { Handler } from "@/service/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lists the watches of a project. */
export function listWatchesHandler(watches: Watches): Handler<"watches.list"> {
  return async ({ body }) => watches.list(body.project_id);
}
