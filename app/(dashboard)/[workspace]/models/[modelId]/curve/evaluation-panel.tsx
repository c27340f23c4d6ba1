"use client";

import { useState } from "react";
import { RowSwitch } from "@/components/evaluation/rows/row-switch";
import { SliceControl } from "@/components/evaluation/rows/slice-control";
import { useHasRole } from "@/components/session/use-role";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { EvaluationNotes } from "./evaluation-notes";
import type { ModelViewName } from "./model-views";
import { NoEvaluation } from "./no-evaluation";
import { PanelHead } from "./panel-head";
import { finishedRuns } from "./prepare-changes";
import { scoreNames } from "./prepare-curve";
import { RunProblems } from "./run-problems";
import { ScoreCurves } from "./score-curves";
import { useEvaluateCheckpoints } from "./use-evaluate-checkpoints";
import type { EvaluatedCheckpoints } from "./use-evaluated-checkpoints";
import type { ScoreChanges } from "./use-score-changes";

type EvaluationPanelProps = {
  workspace: Workspace;
  modelId: string;
  /** For the names of files. */
  label: string;
  evaluation: CheckpointEvaluation;
  changes: ScoreChanges;
  checkpoints: readonly Checkpoint[];
  names: readonly string[];
  /** Why the last refresh failed. */
  failure: ServiceFailure | null;
  /** The scores, or the explorer of metrics below. */
  view: ModelViewName;
  onView: (view: ModelViewName) => void;
  rows: EvaluatedCheckpoints["rows"];
  /** The rows that count. */
  choice: RowChoice;
  onChoice: (choice: Partial<RowChoice>) => void;
};

/** The evaluation that is set on a model: what runs, what failed, and its curve beside reward and KL. */
export function EvaluationPanel(props: EvaluationPanelProps) {
  const { workspace, modelId, evaluation, changes, failure, view } = props;
  const isMember = useHasRole("member") === true;
  const evaluate = useEvaluateCheckpoints(workspace, modelId);
  const [chosenScore, setChosenScore] = useState<string | null>(null);
  const { settings } = evaluation;
  const scoreId = scoreNames(evaluation).find((name) => name === chosenScore) ?? settings?.score;
  const settingsHref = `/${workspace.slug}/models/${encodeURIComponent(modelId)}/evaluation`;
  if (settings === null) return <NoEvaluation isMember={isMember} href={settingsHref} failure={failure} />;
  return (
    <section aria-label="Evaluation of checkpoints" className="flex-none border-t border-line">
      <PanelHead
        slug={workspace.slug}
        settings={settings}
        settingsHref={settingsHref}
        evaluation={evaluation}
        changes={changes}
        choice={props.choice}
        view={view}
        onView={props.onView}
        isMember={isMember}
        isStarting={evaluate.isPending}
        onEvaluate={() => evaluate.mutate(null)}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-1 empty:hidden max-md:px-3">
        <RowSwitch rows={props.rows} part={props.choice.rows} onPart={(rows) => props.onChoice({ rows })} />
        <SliceControl
          workspace={workspace}
          runId={finishedRuns(evaluation).at(-1)?.callId ?? null}
          scoreId={settings.score}
          choice={props.choice}
          onSlice={props.onChoice}
        />
      </div>
      <EvaluationNotes evaluation={evaluation} changes={changes} failure={failure} startFailure={evaluate.failure} />
      <RunProblems
        workspace={workspace}
        checkpoints={evaluation.checkpoints}
        isMember={isMember}
        isBusy={evaluate.isPending}
        onRepeat={(step) => evaluate.mutate([step])}
      />
      {view === "scores" ? (
        <ScoreCurves
          evaluation={evaluation}
          checkpoints={props.checkpoints}
          names={props.names}
          label={props.label}
          scoreId={scoreId}
          onScore={setChosenScore}
        />
      ) : null}
    </section>
  );
}
