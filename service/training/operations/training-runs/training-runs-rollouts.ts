import type { Handler } from "@/service/traces/handlers/handler";
import { readClientRollouts } from "@/service/training/training-runs/reading/client-rollouts";
import { modelOfRun, requireClientModel } from "@/service/training/training-runs/reading/client-run";
import { readLoggedRollouts } from "@/service/training/training-runs/reading/logged-rollouts";
import { loggedIdOf } from "@/service/training/training-runs/reading/logged-run";
import { readRollouts } from "@/service/training/training-runs/reading/read-rollouts";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Returns the groups of an iteration. */
export function readRolloutsHandler(runs: TrainingRuns): Handler<"trainingRuns.rollouts"> {
  return async ({ body }, { signal }) => {
    const { project_id: projectId, run_id: runId, iteration, nearest, task = null, limit, offset } = body;
    const selection = { iteration, isNearest: nearest ?? false, task, limit, offset };
    const loggedId = loggedIdOf(runId);
    if (loggedId !== null)
      return await readLoggedRollouts(runs.logged, await runs.logged.find(projectId, loggedId), selection);
    const modelId = modelOfRun(runId);
    if (modelId === null) return await readRollouts(runs, await runs.find(projectId, runId), selection, signal);
    return await readClientRollouts(runs, await requireClientModel(runs, projectId, modelId), selection);
  };
}
