import type { Budgets } from "./budgets/budgets";
import type { RunWatches } from "./runs/run-watches";
import type { Watches } from "./watches";

/** Watches of calls, with their channels, and of training runs, and budgets. */
export interface WatchParts {
  readonly watches: Watches;
  readonly runWatches: RunWatches;
  readonly budgets: Budgets;
}
