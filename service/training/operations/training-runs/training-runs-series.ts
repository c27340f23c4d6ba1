import type { Handler } from "@/service/traces/handlers/handler";
import { restartsOf } from "@/service/training/training-runs/logged/logged-records";
import type { NotFinite } from "@/service/training/training-runs/logged/not-finite";
import { describeClientRun, modelOfRun, requireClientModel } from "@/service/training/training-runs/reading/client-run";
import { describeTrainingRunInDetail } from "@/service/training/training-runs/reading/describe-run";
import { loggedIdOf, loggedTable } from "@/service/training/training-runs/reading/logged-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { directoryOf, readSeries } from "@/service/training/training-runs/series/read-series";
import { tableOfIterations } from "@/service/training/training-runs/series/run-table";

/** Returns series of a run for the range and the width of its charts. */
export function readSeriesHandler(runs: TrainingRuns): Handler<"trainingRuns.series"> {
  return async ({ body }) => {
    const { project_id: projectId, run_id: runId } = body;
    const loggedId = loggedIdOf(runId);
    if (loggedId !== null) {
      const run = await runs.logged.find(projectId, loggedId);
      const { table, directory } = await loggedTable(runs.logged, run);
      const notFinite = run.not_finite === null ? null : (JSON.parse(run.not_finite) as NotFinite);
      return readSeries(table, directory, restartsOf(run), body, notFinite);
    }
    const modelId = modelOfRun(runId);
    const { iterations, base_evaluation: base } =
      modelId === null
        ? await describeTrainingRunInDetail(runs, await runs.find(projectId, runId), 0)
        : await describeClientRun(runs, await requireClientModel(runs, projectId, modelId), 0);
    const table = tableOfIterations(iterations, base);
    return readSeries(table, directoryOf(table), [], body);
  };
}
