import { positionColumn, withRow } from "@/components/evaluation/results/result-columns";
import type { ResultLine } from "@/components/evaluation/results/use-results";
import { TrialMarks, trialWords } from "@/components/evaluation/trial-marks";
import { TextCell } from "@/components/media/text-cell";
import { TokensCell, Unknown } from "@/components/table/cells";
import type { TableColumn } from "@/components/table/table-column";
import { Quantity } from "@/components/ui/quantity";
import type { EvaluationResultRow, EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import { answerLine, shownExample } from "@/lib/evaluation/runs/example-columns";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import type { ScoreColumn } from "@/lib/evaluation/runs/score-columns";
import { formatDuration } from "@/lib/format/duration";

/** Scores with a column of their own. */
const MAX_SCORE_COLUMNS = 6;

const trialsOf = (row: EvaluationResultRow): readonly EvaluationTrial[] => row.runs[0]?.trials ?? [];

/** The shown trial of an example: the first that failed the score, otherwise the first. */
function tellingTrial(trials: readonly EvaluationTrial[], scoreId: string | null): EvaluationTrial | undefined {
  return (
    trials.find((trial) => trial.state === "failed" || (scoreId !== null && trial.scores[scoreId] === false)) ??
    trials[0]
  );
}

/** The columns of the examples of a run. */
export function exampleColumns(
  scores: readonly ScoreColumn[],
  expectedMember: string | null,
  chosenScore: string | null,
): readonly TableColumn<ResultLine>[] {
  return [
    positionColumn,
    {
      id: "input",
      label: "Input",
      width: "flex",
      cell: withRow((row) => <InputCell row={row} member={expectedMember} />),
    },
    ...(expectedMember === null
      ? []
      : [
          {
            id: "expected",
            label: "Expected",
            width: 150,
            cell: withRow((row) => <ExpectedCell row={row} member={expectedMember} />),
          },
        ]),
    {
      id: "output",
      label: "Output",
      width: 190,
      cell: withRow((row) => <OutputCell row={row} scoreId={chosenScore} />),
    },
    ...scores.slice(0, MAX_SCORE_COLUMNS).map((score) => ({
      id: `score ${score.id}`,
      label: score.id,
      width: 118,
      ...(score.id === chosenScore ? { sortField: "score" } : {}),
      cell: withRow((row) => <ScoreMarks row={row} score={score} isChosen={score.id === chosenScore} />),
    })),
    {
      id: "latency",
      label: "Latency",
      width: 84,
      align: "end",
      sortField: "latency",
      cell: withRow((row) => <LatencyCell row={row} />),
    },
    {
      id: "tokens",
      label: "Tokens",
      width: 72,
      align: "end",
      sortField: "tokens",
      cell: withRow((row) => <TokensCell tokens={meanOf(trialsOf(row).map(({ total_tokens: tokens }) => tokens))} />),
    },
  ];
}

const exampleOf = (row: EvaluationResultRow, member: string | null) =>
  shownExample(row.example, row.example_length > (row.example?.length ?? 0), member);

function InputCell({ row, member }: { row: EvaluationResultRow; member: string | null }) {
  if (row.example === null) {
    return (
      <span className="text-warn" title={`Digest ${row.digest}`}>
        The row was deleted from the dataset
      </span>
    );
  }
  return <TextCell text={exampleOf(row, member).input} isCut={row.example_length > row.example.length} />;
}

function ExpectedCell({ row, member }: { row: EvaluationResultRow; member: string | null }) {
  const { expected } = exampleOf(row, member);
  return expected === null ? <Unknown /> : <TextCell text={expected} />;
}

function OutputCell({ row, scoreId }: { row: EvaluationResultRow; scoreId: string | null }) {
  const trial = tellingTrial(trialsOf(row), scoreId);
  if (trial === undefined) return <Unknown />;
  if (trial.state === "failed") return <span className="text-err">No answer: the model failed</span>;
  if (trial.state === "running") return <span className="text-run">running</span>;
  const isCut = trial.output_length > (trial.output?.length ?? 0);
  return <TextCell text={answerLine(trial.output, trial.output_length)} isCut={isCut} />;
}

function ScoreMarks({ row, score, isChosen }: { row: EvaluationResultRow; score: ScoreColumn; isChosen: boolean }) {
  const trials = trialsOf(row);
  const [only] = trials;
  if (score.kind === "number" && trials.length === 1 && only !== undefined) return trialWords(only, score.id);
  const value = isChosen
    ? (row.runs[0]?.value ?? null)
    : meanOf(trials.map(({ scores }) => numberOf(scores[score.id])));
  return (
    <span className="flex items-center gap-2">
      {score.kind === "number" ? formatScore(value) : null}
      <TrialMarks trials={trials} scoreId={score.id} kind={score.kind} domain={score.domain} />
    </span>
  );
}

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

function LatencyCell({ row }: { row: EvaluationResultRow }) {
  const latencyMs = meanOf(trialsOf(row).map(({ latency_ms: ms }) => ms));
  return latencyMs === null ? <Unknown /> : <Quantity text={formatDuration(latencyMs)} />;
}

/** Null where no trial has a value. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
