import type {
  CheckpointEvaluation,
  CheckpointEvaluationSettings,
  CheckpointFigures,
  CheckpointRun,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { loadRuns } from "@/service/evaluation/evaluations/known-trials";
import { readTrainedRows } from "@/service/evaluation/evaluations/rows/trained-rows";
import { runFigures } from "@/service/evaluation/evaluations/run-figures";
import type { Services } from "@/service/traces/handlers/handler";
import { keptScores, rowFigures } from "./row-figures";

/** Returns the figures of a finished run that are kept for good. */
export async function readCheckpointFigures(
  { store, objects, tables, lineage }: Pick<Services, "store" | "objects" | "tables" | "lineage">,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<CheckpointFigures> {
  const [run] = await loadRuns({ store, objects, tables, signal }, projectId, [callId]);
  if (!run) throw new Error(`The evaluation ${callId} has no calls`);
  const { digests } = await readTrainedRows({ store, tables, lineage, signal }, projectId, [run]);
  const figures = runFigures(run.trials, null, { errorsAsFailures: true });
  return {
    example_count: figures.example_count,
    trial_count: figures.trial_count,
    error_count: figures.error_count,
    cost_usd: figures.run_cost_usd,
    scores: keptScores(run.trials),
    rows: rowFigures(run, digests),
  };
}

interface ScoredCheckpoint {
  readonly step: number;
  readonly run: Pick<CheckpointRun, "state" | "figures"> | null;
}

type Figures = Pick<CheckpointFigures, "scores" | "rows">;

/** True where figures tell held-out rows from trained ones. */
const hasHeldOut = (figures: Figures | null | undefined): boolean => (figures?.rows?.held_out.length ?? 0) > 0;

/**
 * Returns the best checkpoint by the score that decides, of equals the newest; null where none has it. Where rows were
 * trained on, only held-out rows count, and a checkpoint whose held-out rows are not known cannot be the best.
 */
export function bestCheckpoint(
  checkpoints: readonly ScoredCheckpoint[],
  { score, direction }: Pick<CheckpointEvaluationSettings, "score" | "direction">,
) {
  const sign = direction === "lower" ? -1 : 1;
  const part = checkpoints.some(({ run }) => hasHeldOut(run?.figures)) ? ("held_out" as const) : ("all" as const);
  let best: CheckpointEvaluation["best"] = null;
  for (const { step, run } of checkpoints) {
    const scores = part === "held_out" ? run?.figures?.rows?.held_out : run?.figures?.scores;
    const found = scores?.find(({ id }) => id === score);
    if (found?.mean === undefined || found.mean === null) continue;
    const { mean, low, high, example_count } = found;
    const isBetter = best === null || sign * mean > sign * best.mean || (mean === best.mean && step > best.step);
    if (isBetter) best = { step, mean, low, high, part, example_count };
  }
  return best;
}
