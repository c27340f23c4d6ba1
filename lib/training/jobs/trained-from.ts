import type { JobRecord } from "@/lib/api/contract/training/training-jobs";

/** Returns what a job trains from: "base", "step 3", or "step 3 of NAME" for the first job of a fork. */
export function trainedFrom({ previous_step: step, forked_from: fork }: JobRecord): string {
  if (step !== null && step > 0) return `step ${step}`;
  return fork == null ? "base" : `step ${fork.step} of ${fork.name}`;
}
