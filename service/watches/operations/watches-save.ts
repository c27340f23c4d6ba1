import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Creates a watch, or changes one. */
export function saveWatchHandler(watches: Watches): Handler<"watches.save"> {
  return ({ body }, context) => watches.save(context, body, context.identity);
}
