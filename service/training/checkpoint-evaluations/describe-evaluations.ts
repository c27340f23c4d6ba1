import type {
  CheckpointEvaluation,
  CheckpointRun,
  EvaluatedCheckpoint,
  ListedCheckpointEvaluation,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { isOverBudget } from "@/service/evaluation/evaluation-runs/runner/active-run";
import { UNFINISHED_STATES } from "@/service/kernel/runs/stored-run";
import type { CheckpointEvaluations } from "./checkpoint-evaluations";
import { bestCheckpoint } from "./checkpoint-figures";
import type { EvaluationRecord } from "./evaluation-records";
import { gradientSteps, liveCheckpoints, MAX_CHECKPOINTS } from "./model-checkpoints";

/** A run that has finished still runs for the page, until its figures are stored. */
function stateOf({ run, problem, figures }: EvaluationRecord): CheckpointRun["state"] {
  if (problem !== null) return "failed";
  if (figures !== null) return "finished";
  if (run === null) return "waiting";
  if (run.state === "paused" && isOverBudget(run.reason)) return "over_budget";
  if (run.state === "paused" || run.state === "stopped" || run.state === "failed") return run.state;
  return "running";
}

/** Trials that have ended of a run that another service works on. */
function doneElsewhere({ run }: EvaluationRecord): number | null {
  return run !== null && UNFINISHED_STATES.some((state) => state === run.state) ? run.doneCount : null;
}

function describeRun({ runs }: CheckpointEvaluations, record: EvaluationRecord): CheckpointRun {
  const { runId, run, figures, requester } = record;
  return {
    run_id: runId,
    call_id: run?.callId ?? null,
    state: stateOf(record),
    reason: record.problem ?? run?.reason ?? null,
    done: runs.activeRun(runId)?.totals.done ?? figures?.trial_count ?? doneElsewhere(record),
    total: run?.trialCount ?? null,
    requested_by: requester?.userId ?? null,
    requested_at: record.requestedAt,
    ended_at: run?.endedAt ?? null,
    figures,
  };
}

/** Returns the setting of a model with what was found for each checkpoint. */
export async function describeEvaluation(
  evaluations: CheckpointEvaluations,
  modelId: string,
): Promise<CheckpointEvaluation> {
  const { records, training } = evaluations;
  const setting = await records.setting(modelId);
  const live = await liveCheckpoints(training.state, modelId, MAX_CHECKPOINTS + 1);
  const shown = live.slice(-MAX_CHECKPOINTS);
  const steps = await gradientSteps(training.state, modelId);
  const found = new Map((setting ? await records.evaluations(setting) : []).map((one) => [one.checkpointId, one]));
  const checkpoints = shown.map(({ id, step, created_at }): EvaluatedCheckpoint => {
    const record = found.get(id);
    const run = record ? describeRun(evaluations, record) : null;
    return { id, step, gradient_steps: steps.get(id) ?? 0, created_at, run };
  });
  return {
    model_id: modelId,
    settings: setting?.settings ?? null,
    set_by: setting?.identity.userId ?? null,
    set_at: setting?.setAt ?? null,
    checkpoints,
    has_more: live.length > shown.length,
    best: setting ? bestCheckpoint(checkpoints, setting.settings) : null,
    other_count: setting ? await records.countOthers(setting) : 0,
  };
}

const FAILED = new Set<CheckpointRun["state"]>(["failed", "stopped", "paused", "over_budget"]);

/** Returns the best checkpoint of each of these models that has a setting. */
export async function listEvaluations(
  { records, training }: CheckpointEvaluations,
  projectId: string,
  modelIds: readonly string[],
): Promise<ListedCheckpointEvaluation[]> {
  const listed: ListedCheckpointEvaluation[] = [];
  for (const setting of await records.settings(projectId, modelIds)) {
    const live = new Set((await liveCheckpoints(training.state, setting.modelId)).map(({ id }) => id));
    const own = (await records.evaluations(setting)).filter(({ checkpointId }) => live.has(checkpointId));
    const shown = own.map((record) => ({
      step: record.step,
      run: { state: stateOf(record), figures: record.figures },
    }));
    listed.push({
      model_id: setting.modelId,
      is_on: setting.settings.is_on,
      name: setting.settings.name,
      score: setting.settings.score,
      best: bestCheckpoint(shown, setting.settings),
      evaluated_count: shown.filter(({ run }) => run.state === "finished").length,
      failed_count: shown.filter(({ run }) => FAILED.has(run.state)).length,
    });
  }
  return listed;
}
