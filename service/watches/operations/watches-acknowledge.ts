import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Notes that a user looks at what fires. */
export function acknowledgeWatchHandler(watches: Watches): Handler<"watches.acknowledge"> {
  return ({ body }, { identity }) => watches.acknowledge(body, identity);
}
