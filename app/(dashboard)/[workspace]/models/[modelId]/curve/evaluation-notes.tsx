import { FailureDetails } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { countOf } from "@/lib/format/count";
import type { ScoreChanges } from "./use-score-changes";

type EvaluationNotesProps = {
  evaluation: CheckpointEvaluation;
  changes: ScoreChanges;
  /** Why the last refresh failed. */
  failure: ServiceFailure | null;
  /** Why checkpoints could not be evaluated. */
  startFailure: ServiceFailure | null;
};

/** The evaluations that failed, and the checkpoints that are not shown. */
export function EvaluationNotes({ evaluation, changes, failure, startFailure }: EvaluationNotesProps) {
  const { other_count: others, has_more: hasMore } = evaluation;
  return (
    <div className="grid gap-1 px-4 text-small empty:hidden max-md:px-3">
      {startFailure === null ? null : (
        <Callout tone="err">
          Not started. <FailureDetails failure={startFailure} />
        </Callout>
      )}
      {failure === null ? null : <Callout tone="warn">Refresh failed: {failure.message}</Callout>}
      {changes.failure === null ? null : (
        <Callout tone="warn">
          {changes.failure.kind === "not-found"
            ? "Some changes are unknown: the calls of an evaluation were deleted. Its score is kept."
            : `Changes could not be computed: ${changes.failure.message}`}
        </Callout>
      )}
      {others === 0 ? null : (
        <p className="text-ink-3">
          {countOf(others, "checkpoint")} evaluated with other rows, prompt or scorers: not comparable, and not shown.
        </p>
      )}
      {hasMore ? <p className="text-ink-3">Only the newest 2,000 checkpoints are shown.</p> : null}
    </div>
  );
}
