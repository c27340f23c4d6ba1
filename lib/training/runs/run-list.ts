import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import { isOpen } from "@/lib/run/run-states";

/** Returns runs of the service and of clients as one list: unfinished ones first, then the newest. */
export function orderRuns(...lists: readonly (readonly TrainingRun[])[]): readonly TrainingRun[] {
  const byId = new Map(lists.flat().map((run) => [run.id, run]));
  const rank = (run: TrainingRun) => (isOpen(run) ? 0 : 1);
  return [...byId.values()].sort(
    (left, right) => rank(left) - rank(right) || (left.created_at < right.created_at ? 1 : -1),
  );
}
