import { callApp } from "@/lib/api/client/app-client";
import { TRAINED_AT_ONCE, type TrainedTrajectory } from "@/lib/api/contract/lineage";

type Job = { readonly workspaceId: string; readonly jobId: string; readonly modelId: string };

/** Remembers what a job that goes on was made of. False when a part of it could not be; the job goes on all the same. */
export async function recordLineage(job: Job, trajectories: readonly TrainedTrajectory[]): Promise<boolean> {
  try {
    for (let at = 0; at < trajectories.length; at += TRAINED_AT_ONCE) {
      await callApp("lineage.record", { ...job, trajectories: trajectories.slice(at, at + TRAINED_AT_ONCE) });
    }
    return true;
  } catch {
    // The page says so: a started job is not undone for it.
    return false;
  }
}
