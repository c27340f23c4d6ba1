import { MAX_COMPARED_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { BoardRank, BoardRow } from "@/lib/evaluation/runs/leaderboard";

/** The runs of selected models that a comparison opens with, or the reason why there are none. */
export type ComparedModels =
  | { readonly kind: "runs"; readonly runs: readonly EvaluationRun[] }
  | { readonly kind: "none"; readonly problem: string };

/** Returns the runs of models in the ranked column, else in the first column that all of them have. */
export function comparedModels(rows: readonly BoardRow[], rank: BoardRank): ComparedModels {
  if (rows.length < 2) return { kind: "none", problem: "Select two to six models to compare." };
  if (rows.length > MAX_COMPARED_RUNS) {
    return { kind: "none", problem: `At most ${MAX_COMPARED_RUNS} models can be compared.` };
  }
  const columns = Array.from({ length: rows[0]?.cells.length ?? 0 }, (_, index) => index);
  const ordered = rank === "mean" ? columns : [rank, ...columns];
  for (const column of ordered) {
    const runs = rows.flatMap(({ cells }) => cells[column]?.run ?? []);
    if (runs.length === rows.length) return { kind: "runs", runs };
  }
  return { kind: "none", problem: "No evaluation has been run for all selected models." };
}

/** Returns the run that a model's row opens: that of the ranked column, else the newest one. */
export function openedRun({ cells }: BoardRow, rank: BoardRank): EvaluationRun | null {
  const ranked = rank === "mean" ? undefined : cells[rank]?.run;
  if (ranked !== undefined) return ranked;
  const runs = cells.flatMap((cell) => cell?.run ?? []);
  return runs.reduce<EvaluationRun | null>(
    (newest, run) => (newest === null || run.started_at > newest.started_at ? run : newest),
    null,
  );
}
