import type {
  CheckpointEvaluation,
  CheckpointFigures,
  EvaluatedCheckpoint,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";

/** The evaluation of a model with the figures of some of its rows. */
interface EvaluationOfRows {
  readonly evaluation: CheckpointEvaluation;
  /** Null where no checkpoint has figures by lineage. */
  readonly rows: Pick<CountedRows, "trained" | "all"> | null;
}

/**
 * Returns an evaluation whose scores are those of held-out, trained or all rows. A checkpoint whose held-out rows are not
 * known has no score there, rather than one of other rows. The best checkpoint stays the one by held-out rows.
 */
export function evaluationOfRows(evaluation: CheckpointEvaluation, part: RowPart): EvaluationOfRows {
  const newest = evaluation.checkpoints.findLast(({ run }) => run?.figures?.rows != null)?.run?.figures?.rows;
  if (!newest) return { evaluation, rows: null };
  const { trained_count: trained, held_out_count: heldOut } = newest;
  const rows = { trained, all: trained + heldOut };
  if (part === "all" || trained === 0 || heldOut === 0) return { evaluation, rows };
  const checkpoints = evaluation.checkpoints.map((checkpoint) => withScores(checkpoint, part));
  return { evaluation: { ...evaluation, checkpoints }, rows };
}

function withScores(checkpoint: EvaluatedCheckpoint, part: "held_out" | "trained"): EvaluatedCheckpoint {
  const { run } = checkpoint;
  if (!run?.figures) return checkpoint;
  const figures: CheckpointFigures = { ...run.figures, scores: run.figures.rows?.[part] ?? [] };
  return { ...checkpoint, run: { ...run, figures } };
}
