import type { Handler } from "@/service/traces/handlers/handler";
import type { RunWatches } from "@/service/watches/runs/run-watches";

/** Sets the rules of one training run, or of all runs of the project. */
export function saveRunWatchHandler(watches: RunWatches): Handler<"runWatches.save"> {
  return ({ body }, { identity }) => watches.save(body, identity);
}
