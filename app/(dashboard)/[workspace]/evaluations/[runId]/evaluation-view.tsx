"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { EXAMPLE_PANE_CLASSES } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/example-pane-classes";
import {
  evaluationParams,
  NO_SLICES,
} from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/evaluation-params";
import { ExamplesPane } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/examples-pane";
import { useRunExamples } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/use-run-examples";
import { RunFigures } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/figures/run-figures";
import { UseExamplesMenu } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/reuse/use-examples-menu";
import { ChosenExampleState } from "@/components/evaluation/results/chosen-example-state";
import { RowSwitch } from "@/components/evaluation/rows/row-switch";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationResultRow, ResultFilter } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { Workspace } from "@/lib/workspace/workspace";
import { RunHead } from "./run-head";

const RUNNING_REFRESH_MS = 4000;

const ExamplePane = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/evaluations/[runId]/example/example-pane")).ExamplePane,
  <section aria-label="Example" className={EXAMPLE_PANE_CLASSES}>
    <ProgressBar label="Loading example" />
  </section>,
);

/** One run of an evaluation: its figures, its examples, and the chosen example. */
export function EvaluationView({ runId }: { runId: string }) {
  return <WorkspaceGate>{(workspace) => <Evaluation key={runId} workspace={workspace} runId={runId} />}</WorkspaceGate>;
}

function Evaluation({ workspace, runId }: { workspace: Workspace; runId: string }) {
  const { connectionId, projectId } = workspace;
  const [{ rows }, setParams] = useQueryStates(evaluationParams);
  const list = useQuery({
    ...serviceQuery(connectionId, "evaluations.query", { project_id: projectId, run_ids: [runId] }),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.state === "running" ? RUNNING_REFRESH_MS : false),
  });
  const run = list.data?.runs[0];
  const isRunning = run?.state === "running";
  const figures = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", {
      project_id: projectId,
      runs: [{ id: runId }],
      rows: { part: rows },
    }),
    placeholderData: keepPreviousData,
    // Both are asked for at once; only a run that does not exist has none.
    enabled: !list.isSuccess || run !== undefined,
    refetchInterval: isRunning ? RUNNING_REFRESH_MS : false,
  });
  if (list.isPending) return <ProgressBar label="Loading evaluation" />;
  if (list.isError && run === undefined) {
    return (
      <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
    );
  }
  if (run === undefined) {
    return (
      <PaneState kind="no-match" title="Evaluation not found">
        No evaluation of this project has the id <span className="text-code text-ink">{runId}</span>. It was deleted, or
        the URL is wrong.
      </PaneState>
    );
  }
  const [found] = figures.data?.runs ?? [];
  return (
    <>
      <RunHead workspace={workspace} run={run} figures={found} />
      <div className="flex-none px-4 pb-1 empty:hidden max-md:px-3">
        <RowSwitch
          rows={found?.rows}
          part={found?.rows?.part ?? rows}
          onPart={(part) => void setParams({ rows: part })}
        />
      </div>
      {figures.isError && found === undefined ? (
        <FailureState
          failure={failureOf(figures.error)}
          onRetry={() => void figures.refetch()}
          isRetrying={figures.isFetching}
        />
      ) : found === undefined ? (
        <ProgressBar label="Computing figures" />
      ) : (
        <LoadedRun workspace={workspace} run={run} figures={found} />
      )}
    </>
  );
}

type LoadedRunProps = { workspace: Workspace; run: EvaluationRun; figures: EvaluationFigures };

function LoadedRun({ workspace, run, figures }: LoadedRunProps) {
  const [params, setParams] = useQueryStates(evaluationParams);
  const scores = figures.scores;
  const score = scores.find(({ id }) => id === params.score) ?? scores.find(({ kind }) => kind !== "text") ?? scores[0];
  const examples = useRunExamples(workspace, run, score, params);
  const { chosen } = examples;
  const close = () => void setParams({ row: null });
  return (
    <>
      <RunFigures
        figures={figures}
        scoreId={score?.id ?? null}
        onScore={(id) => void setParams({ score: id, passes: null, ...NO_SLICES })}
      />
      <div className="flex min-h-0 flex-1 border-t border-line">
        <ExamplesPane
          workspace={workspace}
          run={run}
          figures={figures}
          score={score}
          params={params}
          onParams={(change) => void setParams(change)}
          examples={examples}
          onChosen={(row) => void setParams({ row: row.key, trial: shownTrial(row, score, params.show) })}
          actions={
            <UseExamplesMenu
              workspace={workspace}
              run={run}
              score={score}
              examples={examples}
              onExample={(row, trial) => void setParams({ row, trial })}
            />
          }
        />
        {chosen.kind === "none" ? null : chosen.kind === "found" ? (
          <ExamplePane
            key={chosen.row.key}
            workspace={workspace}
            run={run}
            row={chosen.row}
            trialNumber={params.trial}
            onTrial={(trial) => void setParams({ trial })}
            onClose={close}
          />
        ) : (
          <ChosenExampleState label="Example" chosen={chosen} className={EXAMPLE_PANE_CLASSES} onClose={close} />
        )}
      </div>
    </>
  );
}

/** The number of the trial that is shown first: among failing examples the first that fails, else the first. */
function shownTrial({ runs }: EvaluationResultRow, score: ScoreFigures | undefined, show: ResultFilter): number {
  if (show !== "failing" || score?.kind !== "boolean") return 1;
  const trials = runs[0]?.trials ?? [];
  return (
    1 +
    Math.max(
      0,
      trials.findIndex(({ state, scores }) => state === "failed" || scores[score.id] === false),
    )
  );
}
