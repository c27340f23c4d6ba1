import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { ScoreCell } from "@/components/score/score-cell";
import type { TableColumn } from "@/components/table/table-column";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { scoreOfRow } from "@/lib/score/row-scores";
import { firstScoreFields, isScoreField, scoreLabel } from "@/lib/score/score-field";
import { scoreDomain, scoreTerm } from "@/lib/score/score-text";

/** The columns of scores that are listed; others are added by their field. */
const MAX_LISTED = 40;

/** A column of the newest value of a score. */
function scoreColumn(
  field: string,
  score: ProjectScore | undefined,
  isHiddenAtFirst: boolean,
): TableColumn<CallListRow> {
  const domain = score ? scoreDomain(score) : null;
  return {
    id: field,
    label: field,
    head: <span title={field}>{scoreLabel(field)}</span>,
    width: 104,
    ...(score === undefined || score.kind === "number" ? { align: "end" as const } : {}),
    isHiddenAtFirst,
    sortField: field,
    value: (row) => {
      const found = scoreOfRow(row.scores, field);
      return found === undefined ? null : { text: String(found.value), term: scoreTerm(field, found.value) };
    },
    cell: (row) => <ScoreCell scores={row.scores} field={field} domain={domain} />,
  };
}

/**
 * Returns a column for each score of the project, and for each further one that was chosen. Without a choice, only those
 * of `common` are shown: scores that most rows have.
 */
export function scoreColumns(
  scores: readonly ProjectScore[],
  chosen: readonly string[] | null,
  common: readonly string[],
): readonly TableColumn<CallListRow>[] {
  const first = new Set(firstScoreFields(scores).filter((field) => common.includes(field)));
  const listed = scores.slice(0, MAX_LISTED).map(({ field }) => field);
  const fields = new Set([...listed, ...(chosen?.filter(isScoreField) ?? [])]);
  return [...fields].map((field) =>
    scoreColumn(
      field,
      scores.find((score) => score.field === field),
      !first.has(field),
    ),
  );
}
