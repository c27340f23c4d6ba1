import { z } from "zod";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { modelLabel } from "./model-label";
import { hasFigures } from "./run-groups";
import { type ScoreDirection, scoreDirection } from "./score-direction";

/** The largest weight of a column. */
export const MAX_WEIGHT = 1_000;

const storedColumn = z.looseObject({
  evaluation_object_ref: z.string(),
  scorer_name: z.string(),
  summary_metric_path: z.string(),
  should_minimize: z.boolean().nullish(),
  /** A member of ours, which the SDK ignores. */
  weight: z.preprocess(plainNumber, z.number().min(0).max(MAX_WEIGHT).nullish()),
});

/** The members of the SDK's Leaderboard object. */
export const storedLeaderboard = z.looseObject({
  name: z.string().nullish(),
  description: z.string().nullish(),
  columns: z.array(storedColumn),
});

/** One column of a leaderboard: a score of an evaluation. */
export interface BoardColumn {
  readonly key: string;
  readonly evaluationId: string;
  readonly evaluationRef: string;
  /** The score's id among figures. */
  readonly scoreId: string;
  readonly direction: ScoreDirection;
  /** Its weight in the mean, from 0; 1 where none is stored. */
  readonly weight: number;
}

/** The end of a path into a summary: the figure that clients make of a score. */
const SUMMARY_FIGURE = /\.?(?:true_fraction|mean)$/;

const segment = (name: string): string => name.replaceAll(".", "\\.");

/** Returns the columns of a stored leaderboard. Its own direction decides, where it states one. */
export function boardColumns({ columns }: z.infer<typeof storedLeaderboard>): BoardColumn[] {
  return columns.map((column, index) => {
    const path = column.summary_metric_path.replace(SUMMARY_FIGURE, "");
    const scoreId = path === "" ? segment(column.scorer_name) : `${segment(column.scorer_name)}.${path}`;
    const stated = column.should_minimize == null ? null : column.should_minimize ? "lower" : "higher";
    return {
      key: `${index} ${column.evaluation_object_ref} ${scoreId}`,
      evaluationRef: column.evaluation_object_ref,
      evaluationId: column.evaluation_object_ref.split("/").at(-1)?.split(":")[0] ?? "",
      scoreId,
      direction:
        stated ?? scoreDirection(scoreId, column.summary_metric_path.endsWith("true_fraction") ? "boolean" : "number"),
      weight: column.weight ?? 1,
    };
  });
}

/**
 * True for a run of a column's evaluation.
 *
 * A column names one exact version of an evaluation, and a new version of an SDK makes new versions of unchanged ones:
 * runs of the same evaluation on the same dataset version count too.
 */
export function isColumnRun(column: BoardColumn, run: EvaluationRun, runs: readonly EvaluationRun[]): boolean {
  if (run.evaluation_ref === column.evaluationRef) return true;
  if (run.evaluation_id !== column.evaluationId || run.dataset_key === "") return false;
  return run.dataset_key === runs.find(({ evaluation_ref: ref }) => ref === column.evaluationRef)?.dataset_key;
}

/** Returns the newest finished run of each model in a column, by model name. */
export function boardRuns(column: BoardColumn, runs: readonly EvaluationRun[]): ReadonlyMap<string, EvaluationRun> {
  const newest = new Map<string, EvaluationRun>();
  for (const run of runs) {
    // Runs come newest first.
    if (hasFigures(run) && isColumnRun(column, run, runs) && !newest.has(run.model_name)) {
      newest.set(run.model_name, run);
    }
  }
  return newest;
}

/** One value of a leaderboard. */
export interface BoardCell {
  readonly run: EvaluationRun;
  /** Undefined while its figures load; null when the run does not have the score. */
  readonly score: ScoreFigures | null | undefined;
  readonly isBest: boolean;
}

/** Returns the cells of a column by model; the best value is marked, unless its direction is unknown. */
export function boardCells(
  column: BoardColumn,
  runs: ReadonlyMap<string, EvaluationRun>,
  figures: readonly EvaluationFigures[],
): ReadonlyMap<string, BoardCell> {
  const scores = new Map(
    [...runs].map(([model, run]) => {
      const found = figures.find(({ run_id: id }) => id === run.id);
      return [model, found === undefined ? undefined : (found.scores.find(({ id }) => id === column.scoreId) ?? null)];
    }),
  );
  const means = [...scores.values()].flatMap((score) => score?.mean ?? []);
  const best =
    column.direction === null || means.length < 2
      ? null
      : column.direction === "lower"
        ? Math.min(...means)
        : Math.max(...means);
  return new Map(
    [...runs].map(([model, run]) => {
      const score = scores.get(model);
      return [model, { run, score, isBest: best !== null && score?.mean === best }];
    }),
  );
}

/** What models are ranked by: one of the columns, or the mean of all. */
export type BoardRank = number | "mean";

/** A model with its cell of each column, undefined where it has no finished run. */
export interface BoardRow {
  readonly model: string;
  /** Its place by the ranked value, from 1; equal values share one. Null without a value. */
  readonly place: number | null;
  /** The value that ranks it. */
  readonly value: number | null;
  readonly cells: readonly (BoardCell | undefined)[];
}

/**
 * Returns the models best first; a column of unknown direction ranks higher values first.
 *
 * @param rankedValueOf the value that ranks a model
 */
export function boardRows(
  cells: readonly ReadonlyMap<string, BoardCell>[],
  rankedValueOf: (model: string) => number | null,
  direction: ScoreDirection,
): BoardRow[] {
  const sign = direction === "lower" ? 1 : -1;
  const rows = [...new Set(cells.flatMap((found) => [...found.keys()]))].map((model) => ({
    model,
    value: rankedValueOf(model),
    cells: cells.map((found) => found.get(model)),
  }));
  rows.sort((left, right) => {
    if (left.value === null || right.value === null || left.value === right.value) {
      return Number(left.value === null) - Number(right.value === null) || left.model.localeCompare(right.model);
    }
    return sign * (left.value - right.value);
  });
  return rows.map((row) => ({
    ...row,
    place: row.value === null ? null : 1 + rows.findIndex(({ value }) => value === row.value),
  }));
}

/** The kinds of models by their names: with the step of a checkpoint, or without. */
export const modelKinds = ["all", "models", "checkpoints"] as const;

export type ModelKind = (typeof modelKinds)[number];

/** Returns the models of a kind; their places stay. */
export function modelsOfKind(rows: readonly BoardRow[], kind: ModelKind): readonly BoardRow[] {
  if (kind === "all") return rows;
  return rows.filter(({ model }) => (modelLabel(model).step !== null) === (kind === "checkpoints"));
}

/** Returns the models whose name contains a text; their places stay. */
export function findModels(rows: readonly BoardRow[], text: string): readonly BoardRow[] {
  const needle = text.trim().toLowerCase();
  return needle === "" ? rows : rows.filter(({ model }) => model.toLowerCase().includes(needle));
}
