"use client";

import { useQueryStates } from "nuqs";
import { useRef, useState } from "react";
import { EvaluationsHead } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-head";
import { EvaluationsSelection } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-selection";
import { NoEvaluations, NoEvaluationsMatch } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-states";
import { EvaluationsTable } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-table";
import { useEvaluations } from "@/app/(dashboard)/[workspace]/evaluations/list/use-evaluations";
import { useEvaluationsKeys } from "@/app/(dashboard)/[workspace]/evaluations/list/use-evaluations-keys";
import { useNow } from "@/components/browser/use-now";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { findRuns, groupRuns } from "@/lib/evaluation/runs/run-groups";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { evaluationsParams } from "./search-params";

/** The evaluations of a workspace, grouped by dataset. */
export function EvaluationsView() {
  return <WorkspaceGate>{(workspace) => <Evaluations key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Evaluations({ workspace }: { workspace: Workspace }) {
  const [params, setParams] = useQueryStates(evaluationsParams);
  const searchBox = useRef<HTMLInputElement>(null);
  const [cursorId, setCursorId] = useState<string | null>(null);
  const nowMs = useNow();
  const list = useEvaluations(workspace);
  const groups = groupRuns(findRuns(list.runs, params.q));
  const shown = groups.flatMap(({ runs }) => runs);
  const selected = shown.filter(({ id }) => params.sel.includes(id));
  const toggle = (id: string) =>
    void setParams({ sel: params.sel.includes(id) ? params.sel.filter((each) => each !== id) : [...params.sel, id] });
  const clear = () => void setParams({ sel: [] });
  useEvaluationsKeys({
    workspace,
    rows: shown,
    cursorId,
    selected,
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
        shownCount={shown.length}
        query={params.q}
        onQueryChange={(q) => void setParams({ q })}
        searchBox={searchBox}
      />
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
      ) : shown.length === 0 ? (
        <NoEvaluationsMatch query={params.q} count={list.runs.length} onClear={() => void setParams({ q: "" })} />
      ) : (
        <EvaluationsTable
          workspace={workspace}
          groups={groups}
          selected={params.sel}
          cursorId={cursorId}
          nowMs={nowMs}
          onToggle={toggle}
        />
      )}
      {selected.length > 0 ? <EvaluationsSelection workspace={workspace} runs={selected} onClear={clear} /> : null}
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
        <span>{countOf(shown.length, "evaluation")}</span>
        {list.leftOut > 0 ? <span className="text-warn">the newest {list.runs.length} are loaded</span> : null}
        {running > 0 ? <span className="text-run">{running} running</span> : null}
        {list.failure && list.runs.length > 0 ? (
          <span className="text-warn">could not refresh: {list.failure.message}</span>
        ) : null}
      </PageFoot>
    </>
  );
}
