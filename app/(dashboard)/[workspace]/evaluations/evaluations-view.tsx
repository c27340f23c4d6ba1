"use client";

import { useQueryStates } from "nuqs";
import { useRef, useState } from "react";
import { EvaluationsHead } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-head";
import { evaluationsParams } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-params";
import { EvaluationsSelection } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-selection";
import { NoEvaluations, NoEvaluationsMatch } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-states";
import { EvaluationsTable } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-table";
import { useEvaluations } from "@/app/(dashboard)/[workspace]/evaluations/list/use-evaluations";
import { useEvaluationsKeys } from "@/app/(dashboard)/[workspace]/evaluations/list/use-evaluations-keys";
import { useGroupFigures } from "@/app/(dashboard)/[workspace]/evaluations/list/use-group-figures";
import { useNow } from "@/components/browser/use-now";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { findRuns, groupRuns, shownRuns } from "@/lib/evaluation/runs/run-groups";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

const RunCurvesPane = partLoadedLater(
  async () => (await import("./curve/run-curves")).RunCurvesPane,
  <div className="h-[189px] flex-none border-b border-line max-md:h-[173px]" />,
);

const RowsThatCount = partLoadedLater(async () => (await import("./list/rows-that-count")).RowsThatCount, null);

/** The evaluations of a workspace in groups, with a score of theirs as a curve. */
export function EvaluationsView() {
  return <WorkspaceGate>{(workspace) => <Evaluations key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Evaluations({ workspace }: { workspace: Workspace }) {
  const [params, setParams] = useQueryStates(evaluationsParams);
  const searchBox = useRef<HTMLInputElement>(null);
  const [cursorId, setCursorId] = useState<string | null>(null);
  const nowMs = useNow();
  const list = useEvaluations(workspace);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const groups = groupRuns(findRuns(list.runs, params.q), params.group);
  // A single run has no course.
  const datasets = groupRuns(findRuns(list.runs, params.q)).filter(({ runs }) => runs.length > 1);
  const found = groups.flatMap(({ runs }) => runs);
  const figures = useGroupFigures(
    workspace,
    list.runs,
    groups.map((group) => shownRuns(group, opened)),
    params,
  );
  const sliced = datasets.find(({ key }) => key === params.dataset) ?? datasets[0] ?? groups[0];
  const selected = found.filter(({ id }) => params.sel.includes(id));
  const toggle = (id: string) =>
    void setParams({ sel: params.sel.includes(id) ? params.sel.filter((each) => each !== id) : [...params.sel, id] });
  const clear = () => void setParams({ sel: [] });
  useEvaluationsKeys({
    workspace,
    rows: groups.flatMap((group) => shownRuns(group, opened)),
    cursorId,
    selected,
    choice: params,
    onMove: setCursorId,
    onToggle: toggle,
    onClear: clear,
    searchBox,
  });
  const running = list.runs.filter(({ state }) => state === "running").length;
  return (
    <>
      <EvaluationsHead
        workspace={workspace}
        list={list}
        shownCount={found.length}
        params={params}
        onParams={(change) => void setParams(change)}
        hasCurve={datasets.length > 0}
        searchBox={searchBox}
      >
        <RowsThatCount
          workspace={workspace}
          figures={figures}
          sliced={sliced?.runs ?? []}
          choice={params}
          onChoice={(choice) => void setParams(choice)}
        />
      </EvaluationsHead>
      {list.isPending ? <ProgressBar label="Loading evaluations" /> : null}
      {list.failure?.kind === "unsupported" ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="evaluations"
          operation="evaluations.query"
          onRetry={list.retry}
        >
          . Their calls are on the traces page, with <span className="text-code">op:Evaluation.evaluate</span>.
        </UnsupportedState>
      ) : list.failure && list.runs.length === 0 ? (
        <FailureState failure={list.failure} onRetry={list.retry} isRetrying={list.isFetching} />
      ) : list.isPending ? null : list.runs.length === 0 ? (
        <NoEvaluations workspace={workspace} />
      ) : found.length === 0 ? (
        <NoEvaluationsMatch query={params.q} count={list.runs.length} onClear={() => void setParams({ q: "" })} />
      ) : (
        <>
          {params.curve && datasets.length > 0 ? (
            <RunCurvesPane
              workspace={workspace}
              datasets={datasets}
              runs={list.runs}
              params={params}
              onParams={(change) => void setParams(change)}
              cursorId={cursorId}
              onChosen={setCursorId}
            />
          ) : null}
          <EvaluationsTable
            workspace={workspace}
            groups={groups}
            grouping={params.group}
            runs={list.runs}
            opened={opened}
            figures={figures}
            choice={params}
            columnIds={params.cols}
            selected={params.sel}
            cursorId={cursorId}
            nowMs={nowMs}
            onToggle={toggle}
            onOpen={(key) => setOpened([...opened, key])}
          />
        </>
      )}
      {selected.length > 0 ? (
        <EvaluationsSelection workspace={workspace} runs={selected} choice={params} onClear={clear} />
      ) : null}
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("evaluations", ["j", "k"], "move"),
              keyHint("evaluations", ["x"], "select"),
              keyHint("evaluations", ["c"], "compare"),
              keyHint("evaluations", ["Enter"], "open"),
            ]}
          />
        }
      >
        <span>{countOf(found.length, "evaluation")}</span>
        {list.leftOut > 0 ? <span className="text-warn">the newest {list.runs.length} are loaded</span> : null}
        {running > 0 ? <span className="text-run">{running} running</span> : null}
        {list.failure && list.runs.length > 0 ? (
          <span className="text-warn">could not refresh: {list.failure.message}</span>
        ) : null}
      </PageFoot>
    </>
  );
}
