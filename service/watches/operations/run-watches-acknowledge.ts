import type { Handler } from "@/service/traces/handlers/handler";
import type { RunWatches } from "@/service/watches/runs/run-watches";

/** Notes who looks at what fires in a training run. */
export function acknowledgeRunWatchHandler(watches: RunWatches): Handler<"runWatches.acknowledge"> {
  return ({ body }, { identity }) => watches.acknowledge(body, identity);
}
