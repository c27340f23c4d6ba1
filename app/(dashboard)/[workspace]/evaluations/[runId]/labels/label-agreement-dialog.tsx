"use client";

import { useQuery } from "@tanstack/react-query";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { useReviewers } from "@/components/review/use-reviewers";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { countOf } from "@/lib/format/count";
import { MEASURES_EXPLAINED } from "@/lib/review/question-agreement";
import type { Workspace } from "@/lib/workspace/workspace";
import { AgreementFigures } from "./agreement-figures";
import { DisagreementTable } from "./disagreement-table";
import { readLabelAgreement } from "./read-label-agreement";

type LabelAgreementDialogProps = {
  workspace: Workspace;
  run: EvaluationRun;
  scoreId: string;
  onExample: (key: string, trial: number) => void;
  onClose: () => void;
};

/** The agreement of a score with people's labels of the same answers, and each difference. */
export function LabelAgreementDialog({ workspace, run, scoreId, onExample, onClose }: LabelAgreementDialogProps) {
  const reviewers = useReviewers();
  const { connectionId, projectId } = workspace;
  const ids = reviewers.map(({ id }) => id);
  const query = useQuery({
    queryKey: ["service", connectionId, "evaluation.labels", projectId, run.id, scoreId, ids],
    queryFn: ({ signal }) => readLabelAgreement(workspace, { runId: run.id, scoreId }, reviewers, signal),
  });
  const [agreement, ...others] = query.data?.agreements ?? [];
  return (
    <ViewDialog
      title={`${scoreId} and people's labels`}
      description="Compares the score with the answers of reviewers to the same calls. If there are several, the majority counts."
      size="wide"
      onClose={onClose}
    >
      {query.isError ? (
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <ProgressBar label="Comparing with labels" />
      ) : agreement === undefined ? (
        <PaneState kind="empty" title="No labels yet">
          No label of the score's kind exists for the {countOf(query.data.trialCount, "answer")} of this evaluation.
          Open the trace of an answer and choose <b>Add to review</b>.
        </PaneState>
      ) : (
        <div className="grid gap-4">
          {[agreement, ...others].map((one) => (
            <section key={one.question} aria-label={one.question} className="grid gap-2">
              <AgreementFigures agreement={one} />
              <DisagreementTable agreement={one} examples={query.data.examples} onExample={onExample} />
            </section>
          ))}
          {[agreement, ...others].some(({ value }) => value !== null) ? (
            <p className="text-micro text-ink-3">{MEASURES_EXPLAINED}</p>
          ) : null}
          {query.data.isCut ? (
            <p className="text-small text-warn">
              Only the first {countOf(query.data.examples.size, "example")} were compared.
            </p>
          ) : null}
        </div>
      )}
    </ViewDialog>
  );
}
