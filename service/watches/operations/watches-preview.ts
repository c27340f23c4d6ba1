import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lays a rule over the past of its measure. */
export function previewWatchHandler(watches: Watches): Handler<"watches.preview"> {
  return ({ body }, context) => watches.preview(context, body);
}
