import type { Handler } from "@/service/traces/handlers/handler";
import type { RunWatches } from "@/service/watches/runs/run-watches";

/** Lists the training runs that are watched. */
export function listRunWatchesHandler(watches: RunWatches): Handler<"runWatches.list"> {
  return ({ body }) => watches.list(body.project_id);
}
