import { X } from "lucide-react";
import { useId } from "react";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { BoardEvaluation, DraftColumn } from "@/lib/evaluation/runs/leaderboard-draft";

type ColumnFieldsProps = {
  /** From 1. */
  number: number;
  column: DraftColumn;
  evaluations: readonly BoardEvaluation[];
  /** The scores of the evaluation's newest run. */
  scores: readonly ScoreFigures[];
  isLoading: boolean;
  /** The problem of the weight, as a sentence; null when it is valid. */
  weightProblem: string | null;
  onChange: (column: DraftColumn) => void;
  onRemove: () => void;
};

const DIRECTIONS: readonly { value: DraftColumn["direction"]; label: string }[] = [
  { value: "unset", label: "Direction by its name" },
  { value: "higher", label: "Higher is better" },
  { value: "lower", label: "Lower is better" },
];

/** One column of a leaderboard: an evaluation, a score, and which values are better. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { number, column, evaluations, scores, isLoading, weightProblem, onChange, onRemove } = props;
  const problemId = useId();
  // Texts have no figure to rank by.
  const ids = scores.flatMap(({ id, kind }) => (kind === "text" ? [] : [id]));
  const known = column.scoreId === "" || ids.includes(column.scoreId) ? ids : [column.scoreId, ...ids];
  return (
    <fieldset aria-label={`Column ${number}`} className="flex min-w-0 flex-wrap items-center gap-1.5">
      <Select
        label={`Evaluation of column ${number}`}
        value={column.evaluationRef}
        options={evaluations.map(({ ref, label }) => ({ value: ref, label }))}
        onChange={(evaluationRef) => onChange({ ...column, evaluationRef, scoreId: "" })}
        className="min-w-40 flex-1"
      />
      <Select
        label={`Score of column ${number}`}
        value={column.scoreId}
        placeholder={isLoading ? "Loading scores" : known.length === 0 ? "No scores" : "Choose a score"}
        isDisabled={known.length === 0}
        options={known.map((id) => ({ value: id, label: id }))}
        onChange={(scoreId) => onChange({ ...column, scoreId })}
        className="min-w-32 flex-1"
      />
      <Select
        label={`Direction of column ${number}`}
        value={column.direction}
        options={DIRECTIONS}
        onChange={(direction) => onChange({ ...column, direction })}
        className="w-44"
      />
      <Input
        aria-label={`Weight of column ${number} in the mean`}
        title="Weight in the mean"
        leading={<span className="text-ink-3">×</span>}
        className="w-16"
        isInvalid={weightProblem !== null}
        aria-describedby={weightProblem === null ? undefined : problemId}
        inputMode="decimal"
        value={column.weight}
        onChange={({ target }) => onChange({ ...column, weight: target.value })}
      />
      <Button kind="ghost" size="icon-small" aria-label={`Remove column ${number}`} onClick={onRemove}>
        <X size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
      {weightProblem === null ? null : (
        <p id={problemId} className="w-full text-small text-err">
          {weightProblem}
        </p>
      )}
    </fieldset>
  );
}
