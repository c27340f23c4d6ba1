import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import type { BoardColumn, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { trialCost } from "@/lib/evaluation/runs/trial-cost";
import { BYTE_ORDER_MARK, delimitedLine } from "@/lib/export/delimited-text";

/** A value of a leaderboard as it is exported; null where it is not known. */
interface ExportedScore {
  readonly evaluation: string;
  readonly score: string;
  readonly run_id: string | null;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly is_best: boolean;
  /** Rows with a value, and which rows count: held out, trained on, or all. */
  readonly rows: number | null;
  readonly rows_counted: RowPart | null;
}

/** A model of a leaderboard as it is exported. */
interface ExportedModel {
  /** The places that the model may have; null for models that are not ranked. */
  readonly rank_first: number | null;
  readonly rank_last: number | null;
  readonly model: string;
  readonly mean: { readonly value: number | null; readonly low: number | null; readonly high: number | null } | null;
  readonly scores: readonly ExportedScore[];
  readonly trial_cost_usd: number | null;
  readonly latency_p50_ms: number | null;
}

/** Returns the shown models of a leaderboard, in their order. */
export function exportedModels(
  board: Board,
  columns: readonly BoardColumn[],
  rows: readonly BoardRow[],
): ExportedModel[] {
  return rows.map((row) => {
    const range = board.pairs.rangeOf(row);
    const figures = board.figuresOf(row);
    const mean = board.means?.get(row.model);
    return {
      rank_first: range?.first ?? row.place,
      rank_last: range?.last ?? row.place,
      model: row.model,
      mean: mean === undefined ? null : { value: mean.value, ...ends(mean.interval) },
      scores: columns.map((column, index) => {
        const cell = row.cells[index];
        return {
          evaluation: column.evaluationId,
          score: column.scoreId,
          run_id: cell?.run.id ?? null,
          value: cell?.score?.mean ?? null,
          ...ends(cell?.score?.interval ?? null),
          is_best: cell?.isBest ?? false,
          rows: cell?.score?.example_count ?? null,
          rows_counted: board.counted?.part ?? null,
        };
      }),
      trial_cost_usd: trialCost(figures),
      latency_p50_ms: figures.length === 1 ? (figures[0]?.latency_ms?.p50 ?? null) : null,
    };
  });
}

const ends = (interval: { readonly low: number; readonly high: number } | null) => ({
  low: interval?.low ?? null,
  high: interval?.high ?? null,
});

/** Returns exported models as CSV: a line each, with four cells for a score, empty where a value is not known. */
export function boardCsv(models: readonly ExportedModel[]): string {
  const [first] = models;
  const hasMean = first?.mean != null;
  const three = (name: string) => [name, `${name} low`, `${name} high`];
  const counted = first?.scores[0]?.rows_counted;
  const rowsHead = counted == null ? "rows" : `${counted} rows`;
  const head = [
    "rank_first",
    "rank_last",
    "model",
    ...(hasMean ? three("mean") : []),
    ...(first?.scores ?? []).flatMap(({ evaluation, score }) => [
      ...three(`${evaluation} ${score}`),
      `${evaluation} ${score} ${rowsHead}`,
    ]),
    "trial_cost_usd",
    "latency_p50_ms",
  ];
  const values = (score: { value: number | null; low: number | null; high: number | null } | null) =>
    [score?.value ?? null, score?.low ?? null, score?.high ?? null].map(cellOf);
  const lines = models.map((model) => [
    cellOf(model.rank_first),
    cellOf(model.rank_last),
    model.model,
    ...(hasMean ? values(model.mean) : []),
    ...model.scores.flatMap((score) => [...values(score), cellOf(score.rows)]),
    cellOf(model.trial_cost_usd),
    cellOf(model.latency_p50_ms),
  ]);
  return BYTE_ORDER_MARK + [head, ...lines].map((line) => delimitedLine(line, "csv")).join("");
}

const cellOf = (value: number | null): string | null => (value === null ? null : String(value));
