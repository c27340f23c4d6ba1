"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useState } from "react";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import type { SeriesParams } from "@/components/training/series/series-params";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { MAX_COMPARED_RUNS, selectedRunsHref } from "@/lib/address/compare-runs-href";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { RunLegend } from "./run-legend";
import { compareRunsParams } from "./search-params";
import { useComparedRuns } from "./use-compared-runs";

const SeriesPane = partLoadedLater(
  async () => (await import("@/components/training/series/series-pane")).SeriesPane,
  <ProgressBar label="Loading charts" />,
);
const ComparedRollouts = partLoadedLater(async () => (await import("./compared-rollouts")).ComparedRollouts);
const RunsSideBySide = partLoadedLater(async () => (await import("./runs-side-by-side")).RunsSideBySide);

/** The metrics of several training runs over each other, and what differs between them. */
export function CompareRunsView() {
  return <WorkspaceGate>{(workspace) => <CompareRuns key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function CompareRuns({ workspace }: { workspace: Workspace }) {
  const [params, setParams] = useQueryStates(compareRunsParams, { history: "replace" });
  const ids = [...new Set(params.runs)].slice(0, MAX_COMPARED_RUNS);
  const sides = useComparedRuns(workspace, ids);
  const [crosshair] = useState(() => new Crosshair());
  const changeCharts = useCallback((change: Partial<SeriesParams>) => void setParams(change), [setParams]);
  const drawn = sides.filter(({ id, failure }) => !params.hide.includes(id) && failure === null);
  if (ids.length === 0) {
    return (
      <>
        <PageHead title="Compare runs" />
        <PaneState
          kind="empty"
          title="No runs to compare yet"
          actions={
            <Button asChild size="small">
              <Link href={selectedRunsHref(workspace.slug, ids)}>Select runs</Link>
            </Button>
          }
        >
          Select two to {MAX_COMPARED_RUNS} runs in the list of training runs.
        </PaneState>
      </>
    );
  }
  return (
    <CrosshairContext value={crosshair}>
      <PageHead title="Compare runs" count={countOf(ids.length, "run")}>
        <Button asChild size="small" className="ml-auto">
          <Link href={selectedRunsHref(workspace.slug, ids)}>Change runs</Link>
        </Button>
      </PageHead>
      <RunLegend
        slug={workspace.slug}
        sides={sides}
        hidden={params.hide}
        onHide={(hide) => void setParams({ hide: [...hide] })}
        onRemove={(id) => void setParams({ runs: ids.filter((one) => one !== id), hide: [] })}
      />
      <div className="grid flex-none gap-1.5 px-4 [&:not(:empty)]:pb-2.5 max-md:px-3">
        {params.runs.length > ids.length ? (
          <Callout tone="plain">Only the first {MAX_COMPARED_RUNS} runs are compared.</Callout>
        ) : null}
        {sides.map(({ id, failure }) =>
          failure === null ? null : (
            <Callout key={id} tone="err">
              Run {id} could not be loaded: {failure.message}
            </Callout>
          ),
        )}
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col overflow-auto border-t border-line">
        {drawn.length === 0 ? null : (
          <SeriesPane
            workspace={workspace}
            runs={drawn}
            params={params}
            onChange={changeCharts}
            fileName="runs"
            fallback={
              <UnsupportedState
                connectionName={workspace.connectionName}
                what="the comparison of training runs"
                operation="trainingRuns.series"
                onRetry={() => undefined}
              >
                . The page of each run has its charts.
              </UnsupportedState>
            }
          />
        )}
        <ComparedRollouts
          workspace={workspace}
          sides={sides}
          step={params.step}
          prompt={params.prompt}
          onChoose={(choice) => void setParams(choice)}
        />
        <RunsSideBySide sides={sides} hasSame={params.same} onSame={(same) => void setParams({ same })} />
      </div>
    </CrosshairContext>
  );
}
