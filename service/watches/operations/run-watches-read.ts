import type { Handler } from "@/service/traces/handlers/handler";
import type { RunWatches } from "@/service/watches/runs/run-watches";

/** Returns the rules that apply to a training run, and where they stand. */
export function readRunWatchHandler(watches: RunWatches): Handler<"runWatches.read"> {
  return ({ body }) => watches.read(body);
}
