import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Deletes a watch with its history. */
export function deleteWatchHandler(watches: Watches): Handler<"watches.delete"> {
  return async ({ body }) => {
    await watches.remove(body.project_id, body.watch_id);
    return {};
  };
}
