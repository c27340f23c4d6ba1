import { positionColumn, withRow } from "@/components/evaluation/results/result-columns";
import type { ResultLine } from "@/components/evaluation/results/use-results";
import { RunLetter } from "@/components/evaluation/run-letter";
import { TrialMarks } from "@/components/evaluation/trial-marks";
import { TextCell } from "@/components/media/text-cell";
import { Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { shownExample } from "@/lib/evaluation/runs/example-columns";
import { formatDifference, formatScore } from "@/lib/evaluation/runs/format-score";
import type { ScoreColumn } from "@/lib/evaluation/runs/score-columns";
import { classNames } from "@/lib/style/class-names";

/** The columns of compared examples: one for each run, with its trials and its change against the baseline. */
export function compareColumns(
  runs: readonly EvaluationRun[],
  score: ScoreColumn | null,
  expectedMember: string | null,
  isLowerBetter: boolean,
  focus: number,
): readonly TableColumn<ResultLine>[] {
  return [
    positionColumn,
    {
      id: "input",
      label: "Input",
      width: "flex",
      cell: withRow((row) => {
        const { input } = shownExample(row.example, row.example_length > (row.example?.length ?? 0), expectedMember);
        if (row.example === null) return <span className="text-warn">The row was deleted from the dataset</span>;
        return <TextCell text={input} isCut={row.example_length > row.example.length} />;
      }),
    },
    ...runs.map(
      (run, index): TableColumn<ResultLine> => ({
        id: run.id,
        label: index === 0 ? "Baseline" : run.name,
        head: (
          <span className="inline-flex items-center gap-1.5">
            <RunLetter index={index} />
            {index === 0 ? "" : "and change"}
          </span>
        ),
        width: 150,
        // The service sorts by the focused run's change.
        ...(index === focus ? { sortField: "change" } : {}),
        cell: withRow((row) => <RunResult row={row} index={index} score={score} isLowerBetter={isLowerBetter} />),
      }),
    ),
  ];
}

type RunResultProps = { row: EvaluationResultRow; index: number; score: ScoreColumn | null; isLowerBetter: boolean };

function RunResult({ row, index, score, isLowerBetter }: RunResultProps) {
  const result = row.runs[index] ?? null;
  if (result === null) return <span className="text-ink-3">not in this run</span>;
  if (score === null) return <Unknown />;
  const { change } = result;
  const improves = change === null || change === 0 ? null : change > 0 !== isLowerBetter;
  return (
    <span className="flex items-center gap-2">
      {score.kind === "number" ? formatScore(result.value) : null}
      <TrialMarks trials={result.trials} scoreId={score.id} kind={score.kind} domain={score.domain} />
      {change === null ? null : (
        <span
          className={classNames("text-micro", improves === null ? "text-ink-3" : improves ? "text-ok" : "text-err")}
        >
          {change === 0 ? "=" : formatDifference(change)}
        </span>
      )}
    </span>
  );
}
