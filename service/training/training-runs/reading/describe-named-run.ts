import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import type { TrainingRunRecord } from "@/service/training/training-runs/records/run-records";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { describeTrainingRun } from "./describe-run";

/** Returns a run of the service as a line of the list, with the name that people gave it. */
export async function describeNamedRun(runs: TrainingRuns, run: TrainingRunRecord): Promise<TrainingRun> {
  const line = await describeTrainingRun(runs, run);
  return (await runs.profiles.describe(run.projectId, [line]))[0] ?? line;
}
