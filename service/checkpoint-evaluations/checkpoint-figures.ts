import type {
  CheckpointEvaluationSettings,
  CheckpointFigures,
  CheckpointRun,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { loadRuns } from "@/service/evaluations/known-trials";
import { runFigures } from "@/service/evaluations/run-figures";
import type { Services } from "@/service/handlers/handler";

/** The same as on the page of an evaluation: a trial without an answer counts as failed. */
const RULE = { errorsAsFailures: true } as const;

/** Returns the figures of a finished run that are kept for good. */
export async function readCheckpointFigures(
  { store, objects, tables }: Pick<Services, "store" | "objects" | "tables">,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<CheckpointFigures> {
  const [run] = await loadRuns({ store, objects, tables, signal }, projectId, [callId]);
  if (!run) throw new Error(`The evaluation ${callId} has no calls`);
  const figures = runFigures(run.trials, null, RULE);
  return {
    example_count: figures.example_count,
    trial_count: figures.trial_count,
    error_count: figures.error_count,
    cost_usd: figures.run_cost_usd,
    scores: figures.scores.flatMap((score) =>
      score.kind === "text"
        ? []
        : [
            {
              id: score.id,
              kind: score.kind,
              mean: score.mean,
              low: score.interval?.low ?? null,
              high: score.interval?.high ?? null,
              example_count: score.example_count,
              failure_count: score.failure_count,
            },
          ],
    ),
  };
}

interface ScoredCheckpoint {
  readonly step: number;
  readonly run: Pick<CheckpointRun, "state" | "figures"> | null;
}

/** Returns the best checkpoint by the score that decides, of equals the newest; null where none has it. */
export function bestCheckpoint(
  checkpoints: readonly ScoredCheckpoint[],
  { score, direction }: Pick<CheckpointEvaluationSettings, "score" | "direction">,
) {
  const sign = direction === "lower" ? -1 : 1;
  let best: { step: number; mean: number; low: number | null; high: number | null } | null = null;
  for (const { step, run } of checkpoints) {
    const found = run?.figures?.scores.find(({ id }) => id === score);
    if (found?.mean === undefined || found.mean === null) continue;
    const { mean, low, high } = found;
    const isBetter = best === null || sign * mean > sign * best.mean || (mean === best.mean && step > best.step);
    if (isBetter) best = { step, mean, low, high };
  }
  return best;
}
