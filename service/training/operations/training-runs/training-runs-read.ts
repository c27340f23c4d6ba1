import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import type { Handler } from "@/service/traces/handlers/handler";
import { describeClientRun, modelOfRun, requireClientModel } from "@/service/training/training-runs/reading/client-run";
import { describeTrainingRunInDetail } from "@/service/training/training-runs/reading/describe-run";
import { describeLoggedRunInDetail, loggedIdOf } from "@/service/training/training-runs/reading/logged-run";
import { reducedRewards } from "@/service/training/training-runs/reading/reduced-rewards";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Returns a run with its iterations. */
export function readTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.read"> {
  return async ({ body }) =>
    await runs.profiles.describeInDetail(body.project_id, reduced(await readRun(runs, body), body));
}

type Body = Parameters<Handler<"trainingRuns.read">>[0]["body"];

async function readRun(runs: TrainingRuns, body: Body): Promise<TrainingRunDetail> {
  const { project_id: projectId, run_id: runId, after_iteration: after } = body;
  const loggedId = loggedIdOf(runId);
  if (loggedId !== null)
    return await describeLoggedRunInDetail(runs.logged, await runs.logged.find(projectId, loggedId), {
      ...{ after, hasMetrics: body.has_metrics, maxRewards: body.max_rewards ?? null },
    });
  const modelId = modelOfRun(runId);
  if (modelId === null) return await describeTrainingRunInDetail(runs, await runs.find(projectId, runId), after);
  return await describeClientRun(runs, await requireClientModel(runs, projectId, modelId), after);
}

const hasRollouts = ({ rollouts, unlabeled, errors }: TrainingIteration) => rollouts + (unlabeled ?? 0) + errors > 0;

/** Leaves out what was not asked for. */
function reduced(
  run: TrainingRunDetail,
  { newest, has_metrics: hasMetrics, max_rewards: most }: Body,
): TrainingRunDetail {
  const from = newest == null ? 0 : Math.max(0, run.iterations.length - newest);
  const first = run.iterations.slice(0, from).find(hasRollouts);
  const iterations = [...(first === undefined ? [] : [first]), ...run.iterations.slice(from)];
  return {
    ...run,
    rewards: reducedRewards(run.rewards, most ?? null),
    iterations: hasMetrics ? iterations : iterations.map((one) => ({ ...one, metrics: {} })),
  };
}
