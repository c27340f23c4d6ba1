import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type BoardColumn, type BoardRow, isColumnRun } from "./leaderboard";

/** An evaluation that models of a leaderboard lack. */
export interface MissingRuns {
  readonly evaluationId: string;
  /** The newest run of the evaluation: a new one takes its rows, prompt and scorers. */
  readonly source: EvaluationRun;
  /** For each model without a run, its newest run of another evaluation. */
  readonly models: readonly EvaluationRun[];
}

/** Returns the runs of a column that have not ended, by model. */
export function unfinishedRuns(
  column: BoardColumn,
  runs: readonly EvaluationRun[],
): ReadonlyMap<string, EvaluationRun> {
  const found = new Map<string, EvaluationRun>();
  for (const run of runs) {
    if (run.state === "running" && isColumnRun(column, run, runs) && !found.has(run.model_name)) {
      found.set(run.model_name, run);
    }
  }
  return found;
}

/**
 * Returns what is missing by evaluation: columns of one evaluation are filled by one run. Models whose run goes on are
 * not missing.
 *
 * @param runs newest first
 */
export function missingRuns(
  columns: readonly BoardColumn[],
  rows: readonly BoardRow[],
  runs: readonly EvaluationRun[],
): readonly MissingRuns[] {
  const found = new Map<string, MissingRuns>();
  for (const [index, column] of columns.entries()) {
    const source = runs.find((run) => run.state !== "running" && isColumnRun(column, run, runs));
    if (source === undefined || found.has(source.id)) continue;
    const unfinished = unfinishedRuns(column, runs);
    const models = rows.flatMap(({ model, cells }) => {
      if (cells[index] !== undefined || unfinished.has(model)) return [];
      const own = cells.flatMap((cell) => cell?.run ?? []);
      return own.sort((left, right) => right.started_at.localeCompare(left.started_at)).slice(0, 1);
    });
    if (models.length > 0) found.set(source.id, { evaluationId: column.evaluationId, source, models });
  }
  return [...found.values()];
}
