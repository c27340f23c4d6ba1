import { isMembers, type Members } from "@/lib/json/value/members";
import { metricsOf, type RunEntry, stepOf } from "./run-entry";

const OF_ALL_STEPS = "Figures of the whole training are not of a step.";
const WITHOUT = new Set(["step"]);

/**
 * Returns the steps of a `trainer_state.json`, which the trainers of TRL write with each checkpoint, or null for any
 * other value. The figures of the whole training at the end of the list are not of a step: they have no values here.
 */
export function trlEntries({ log_history: history, global_step: globalStep }: Members): readonly RunEntry[] | null {
  if (!Array.isArray(history) || stepOf(globalStep) === null) return null;
  return history.flatMap((record: unknown) => {
    const step = isMembers(record) ? stepOf(record.step) : null;
    if (!isMembers(record) || step === null) return [];
    if ("train_runtime" in record) return { step, metrics: {}, rollouts: [], leftOut: [OF_ALL_STEPS] };
    return { step, metrics: metricsOf(record, WITHOUT), rollouts: [] };
  });
}
