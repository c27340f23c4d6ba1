import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Returns a watch with its history. */
export function readWatchHandler(watches: Watches): Handler<"watches.read"> {
  return ({ body }) => watches.read(body.project_id, body.watch_id);
}
