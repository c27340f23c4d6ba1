import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { scoreOfField } from "./score-field";

/** The scores of a row: null while they are loading, "failed" when they could not be loaded. */
export type RowScores = readonly SubjectScore[] | "failed" | null;

/** Scores of many rows, as far as they have loaded. */
export interface LoadedScores {
  readonly byId: ReadonlyMap<string, readonly SubjectScore[]>;
  readonly hasFailed: boolean;
}

/** Returns the scores of one row. */
export function rowScores({ byId, hasFailed }: LoadedScores, id: string): RowScores {
  return byId.get(id) ?? (hasFailed ? "failed" : null);
}

/** Returns the score of a row that a column shows. */
export function scoreOfRow(scores: RowScores, field: string): SubjectScore | undefined {
  return scores === null || scores === "failed" ? undefined : scoreOfField(scores, field);
}

/** Returns the fields of a project's scores that at least one of the rows has. */
export function scoredFieldsOf(project: readonly ProjectScore[], byId: LoadedScores["byId"]): readonly string[] {
  const rows = [...byId.values()];
  return project.map(({ field }) => field).filter((field) => rows.some((scores) => scoreOfField(scores, field)));
}
