"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { CompareExamples } from "@/app/(dashboard)/[workspace]/evaluations/compare/examples/compare-examples";
import { compareParams } from "@/app/(dashboard)/[workspace]/evaluations/compare/examples/compare-params";
import {
  ANSWERS_CLASSES,
  ComparedOutputs,
} from "@/app/(dashboard)/[workspace]/evaluations/compare/examples/compared-outputs";
import { useComparedExamples } from "@/app/(dashboard)/[workspace]/evaluations/compare/examples/use-compared-examples";
import { CompareHead } from "@/app/(dashboard)/[workspace]/evaluations/compare/runs/compare-head";
import { ComparedRuns } from "@/app/(dashboard)/[workspace]/evaluations/compare/runs/compared-runs";
import { ComparedSlices } from "@/app/(dashboard)/[workspace]/evaluations/compare/runs/compared-slices";
import { areSlicesNamed } from "@/app/(dashboard)/[workspace]/evaluations/compare/slices/slices-choice";
import { TwoSlicesButton } from "@/app/(dashboard)/[workspace]/evaluations/compare/slices/two-slices-button";
import { ChosenExampleState } from "@/components/evaluation/results/chosen-example-state";
import { useKeys } from "@/components/keyboard/use-keys";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { MAX_COMPARED_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { methodWords } from "@/lib/evaluation/runs/method-words";
import { selectionOf } from "@/lib/evaluation/runs/row-choice";
import { areRowsMixed } from "@/lib/evaluation/runs/row-words";
import type { Workspace } from "@/lib/workspace/workspace";

const CompareMap = partLoadedLater(
  async () => (await import("./map/compare-map")).CompareMap,
  <ProgressBar label="Loading the values of all examples" />,
);

const TwoSlicesPanel = partLoadedLater(
  async () => (await import("./slices/two-slices-panel")).TwoSlicesPanel,
  <ProgressBar label="Loading slices" />,
);

/** Two to six runs on the same examples; the first is the baseline. */
export function CompareView() {
  return <WorkspaceGate>{(workspace) => <Compare key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Compare({ workspace }: { workspace: Workspace }) {
  const [{ runs }] = useQueryStates(compareParams);
  const count = new Set(runs).size;
  if (count >= 2 && count <= MAX_COMPARED_RUNS && count === runs.length) {
    return <Comparison workspace={workspace} runIds={runs} />;
  }
  return (
    <PaneState
      kind="no-match"
      title={count > MAX_COMPARED_RUNS ? "Too many evaluations" : "Nothing to compare"}
      actions={
        <Button asChild size="small">
          <Link href={`/${workspace.slug}/evaluations`}>Select evaluations</Link>
        </Button>
      }
    >
      A comparison needs two to six different evaluations; the URL names {count}.
    </PaneState>
  );
}

function Comparison({ workspace, runIds }: { workspace: Workspace; runIds: readonly string[] }) {
  const { connectionId, projectId } = workspace;
  const [params, setParams] = useQueryStates(compareParams);
  const run_ids = [...runIds];
  const list = useQuery(serviceQuery(connectionId, "evaluations.query", { project_id: projectId, run_ids }));
  const rows = selectionOf(params);
  const figures = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", {
      project_id: projectId,
      runs: run_ids.map((id) => ({ id })),
      rows,
      same_rows: true,
    }),
    placeholderData: keepPreviousData,
  });
  const compared = useQuery({
    ...serviceQuery(connectionId, "evaluations.compare", {
      project_id: projectId,
      run_ids,
      rows,
      align_by: params.align,
    }),
    placeholderData: keepPreviousData,
  });
  const focus = Math.max(1, runIds.indexOf(params.focus ?? ""));
  const move = (by: 1 | -1) =>
    void setParams({ focus: runIds[Math.min(runIds.length - 1, Math.max(1, focus + by))] ?? null });
  const rebase = (id: string) => void setParams({ runs: [id, ...runIds.filter((each) => each !== id)], focus: null });
  useKeys("evaluation", {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    p: () => rebase(runIds[focus] ?? ""),
    "1-8": (event) => void setParams({ trial: Number(event.key) }),
  });
  const failed = [list, figures, compared].find(({ isError }) => isError);
  if (failed !== undefined) {
    return (
      <FailureState
        failure={failureOf(failed.error)}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  if (!list.data || !figures.data || !compared.data) return <ProgressBar label="Comparing evaluations" />;
  const listed = runIds.flatMap((id) => list.data.runs.find((run) => run.id === id) ?? []);
  const scores = figures.data.runs.flatMap((run) => run.scores);
  const unique = [...new Map(scores.map((each) => [each.id, each])).values()];
  const score = scores.find(({ id }) => id === params.score) ?? scores.find(({ kind }) => kind !== "text") ?? scores[0];
  const isMixed = compared.data.rows ? areRowsMixed(compared.data.rows) : false;
  const isDivided = areSlicesNamed(params);
  return (
    <>
      <CompareHead
        workspace={workspace}
        runs={listed}
        compared={compared.data}
        scores={unique}
        scoreId={score?.id ?? null}
        onScore={(id) => void setParams({ score: id })}
        onSwap={() => rebase(runIds[1] ?? "")}
        choice={{ ...params, rows: compared.data.rows?.part ?? params.rows }}
        onChoice={(choice) => void setParams(choice)}
      >
        {score === undefined || score.kind === "text" ? null : (
          <TwoSlicesButton
            workspace={workspace}
            runId={runIds[0] ?? ""}
            scoreId={score.id}
            isMixed={isMixed}
            isOpen={isDivided}
            onChoice={(named) => void setParams({ ...named })}
          />
        )}
      </CompareHead>
      <ComparedRuns
        workspace={workspace}
        runs={listed}
        figures={figures.data.runs}
        compared={compared.data}
        score={score}
        scores={unique}
        onScore={(id) => void setParams({ score: id })}
        focus={focus}
        onFocus={(id) => void setParams({ focus: id })}
        onBaseline={rebase}
      />
      {params.slice === null || score === undefined ? null : (
        <ComparedSlices
          workspace={workspace}
          runs={listed}
          scoreId={score.id}
          choice={{ ...params, slice: params.slice }}
          onValue={(value) => void setParams({ value })}
        />
      )}
      {isDivided && score !== undefined ? (
        <TwoSlicesPanel
          workspace={workspace}
          runs={listed}
          scoreId={score.id}
          named={{ by: params.by, left: params.left, right: params.right }}
          isMixed={isMixed}
          onChoice={(named) => void setParams({ ...named })}
        />
      ) : null}
      <LoadedExamples
        workspace={workspace}
        runs={listed}
        figures={figures.data.runs}
        methods={methodWords(
          compared.data.runs.flatMap((run) => run.scores.flatMap(({ comparison }) => comparison ?? [])),
        )}
        score={score}
        focus={focus}
      />
    </>
  );
}

type LoadedExamplesProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  figures: readonly EvaluationFigures[];
  methods: string;
  score: ScoreFigures | undefined;
  focus: number;
};

/** The examples of the compared runs, and the answers to the chosen one. */
function LoadedExamples({ workspace, runs, figures, methods, score, focus }: LoadedExamplesProps) {
  const [params, setParams] = useQueryStates(compareParams);
  const runIds = runs.map(({ id }) => id);
  const examples = useComparedExamples(workspace, runIds, score, focus, params);
  const { chosen } = examples;
  const close = () => void setParams({ row: null });
  return (
    <>
      {params.map && score !== undefined && score.kind !== "text" ? (
        <CompareMap
          workspace={workspace}
          runs={runs}
          scoreId={score.id}
          align={params.align}
          choice={params}
          focus={focus}
          isLowerBetter={examples.isLowerBetter}
          chosenKey={params.row}
          onChosen={(key) => void setParams({ row: key })}
        />
      ) : null}
      <CompareExamples
        workspace={workspace}
        runs={runs}
        figures={figures}
        methods={methods}
        score={score}
        focus={focus}
        params={params}
        onParams={(change) => void setParams(change)}
        examples={examples}
        onChosen={({ key }) => void setParams({ row: key })}
      />
      {chosen.kind === "none" ? null : chosen.kind === "found" ? (
        <ComparedOutputs
          key={chosen.row.key}
          workspace={workspace}
          runs={runs}
          row={chosen.row}
          trialNumber={params.trial}
          onTrial={(trial) => void setParams({ trial })}
          hasDiff={params.diff}
          onDiff={(diff) => void setParams({ diff })}
          onClose={close}
        />
      ) : (
        <ChosenExampleState label="Answers" chosen={chosen} className={ANSWERS_CLASSES} onClose={close} />
      )}
    </>
  );
}
