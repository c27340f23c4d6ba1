"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import type { ChartParams } from "@/components/training/metrics/chart-params";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import { useCrosshairKeys } from "@/components/training/metrics/use-crosshair-keys";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { MAX_COMPARED_JOBS } from "@/lib/address/compare-jobs-href";
import { countOf } from "@/lib/format/count";
import { MetricTable } from "@/lib/training/metrics/metric-table";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddJob } from "./add-job";
import { CompareJobsFoot } from "./compare-jobs-foot";
import { CompareNotes } from "./compare-notes";
import { comparedJobs, visibleJobs } from "./compared-jobs";
import { JobLegend } from "./job-legend";
import { OverlayPane } from "./overlay-pane";
import { hasAllTimes, overlayPaths } from "./prepare-overlay";
import { compareJobsParams } from "./search-params";
import { SidesTable } from "./sides-table";
import { useJobRecords } from "./use-job-records";
import { useJobsEvents } from "./use-jobs-events";

/** Charts of the metrics of several jobs, overlaid. */
export function CompareJobsView() {
  return <WorkspaceGate>{(workspace) => <CompareJobs key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function CompareJobs({ workspace }: { workspace: Workspace }) {
  const [params, setParams] = useQueryStates(compareJobsParams, { history: "replace" });
  const ids = [...new Set(params.jobs)].slice(0, MAX_COMPARED_JOBS);
  const { jobs, retry } = useJobsEvents(workspace.connectionId, ids);
  const records = useJobRecords(workspace, ids);
  const changeCharts = useCallback((change: Partial<ChartParams>) => void setParams(change), [setParams]);
  const [crosshair] = useState(() => new Crosshair());
  const [noRows] = useState(() => new MetricTable());
  // Logs grow in place: the state object of a job changes with them.
  const sides = useMemo(() => comparedJobs(jobs, records), [jobs, records]);
  const drawn = useMemo(() => visibleJobs(sides, params.hide), [sides, params.hide]);
  const paths = useMemo(() => overlayPaths(sides, params.pin), [sides, params.pin]);
  const x = hasAllTimes(drawn) ? params.x : "step";
  const longest = drawn.toSorted((left, right) => right.table.steps.length - left.table.steps.length)[0];
  useCrosshairKeys(longest?.table ?? noRows, x, crosshair);
  const isReading = sides.some(({ state }) => state.phase === "reading");
  return (
    <CrosshairContext value={crosshair}>
      <PageHead title="Compare jobs" count={countOf(ids.length, "job")}>
        <AddJob workspace={workspace} ids={ids} onAdd={(id) => void setParams({ jobs: [...ids, id] })} />
      </PageHead>
      {ids.length === 0 ? (
        <PaneState kind="empty" title="No jobs to compare yet">
          Add two to {MAX_COMPARED_JOBS} jobs, or select them in the list of training jobs.
        </PaneState>
      ) : (
        <>
          <JobLegend
            slug={workspace.slug}
            sides={sides}
            hidden={params.hide}
            onHide={(hide) => void setParams({ hide: [...hide] })}
            onRemove={(id) => void setParams({ jobs: ids.filter((one) => one !== id), hide: [] })}
          />
          <CompareNotes sides={sides} onRetry={retry} isTooMany={params.jobs.length > ids.length} />
          {paths.length === 0 && isReading ? (
            <ProgressBar label="Loading job events" />
          ) : (
            <div className="flex min-h-0 flex-1 flex-col overflow-auto border-t border-line">
              <OverlayPane sides={drawn} paths={paths} choices={{ ...params, x }} onChange={changeCharts} />
              <SidesTable
                sides={sides}
                paths={paths}
                records={records}
                hasSame={params.same}
                onSame={(same) => void setParams({ same })}
              />
            </div>
          )}
        </>
      )}
      <CompareJobsFoot sides={sides} />
    </CrosshairContext>
  );
}
