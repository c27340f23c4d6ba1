"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useNow } from "@/components/layout/use-now";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import type { ChartParams } from "@/components/training/chart-params";
import { Crosshair, CrosshairContext } from "@/components/training/crosshair";
import { rememberFollowed } from "@/components/training/followed";
import { jobProgress, statusFromEvents } from "@/components/training/prepare-job-progress";
import { useCrosshairKeys } from "@/components/training/use-crosshair-keys";
import { useJob } from "@/components/training/use-job";
import { useJobEvents } from "@/components/training/use-job-events";
import { Shuttle } from "@/components/ui/shuttle";
import type { Workspace } from "@/lib/workspace/workspace";
import { EventLanes } from "./event-lanes";
import { EventList } from "./event-list";
import { GroupsSection } from "./groups-section";
import { JobFacts } from "./job-facts";
import { JobFoot } from "./job-foot";
import { JobHead } from "./job-head";
import { JobNotes } from "./job-notes";
import { JobSources } from "./job-sources";
import { MetricsPane } from "./metrics-pane";
import { jobParams } from "./search-params";

/** One training job, live until its end. */
export function JobView({ jobId }: { jobId: string }) {
  return (
    <WorkspaceGate>
      {(workspace) => <Job key={`${workspace.id} ${jobId}`} workspace={workspace} jobId={jobId} />}
    </WorkspaceGate>
  );
}

function Job({ workspace, jobId }: { workspace: Workspace; jobId: string }) {
  const follow = useJobEvents(workspace.connectionId, jobId);
  const { log, phase, version, failure } = follow;
  const table = log.metrics;
  const isOver = phase === "ended";
  const job = useJob(workspace, jobId, isOver);
  const [choices, setChoices] = useQueryStates(jobParams, { history: "replace" });
  // The same at each tick of the clock: charts are drawn anew when they change.
  const changeCharts = useCallback((change: Partial<ChartParams>) => void setChoices(change), [setChoices]);
  const [crosshair] = useState(() => new Crosshair());
  const nowMs = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log grows in place, and its version says so
  const progress = useMemo(() => jobProgress(log, nowMs), [log, version, nowMs]);
  const status = job.record?.status ?? statusFromEvents(log.last === null ? [] : [log.last]);
  useCrosshairKeys(table, choices.x, crosshair);
  const exists = log.count > 0 || job.record !== null;
  // The outside system is the browser's store: a job that was looked at is found again without a list.
  useEffect(() => {
    if (exists) rememberFollowed(workspace.id, "jobs", jobId);
  }, [exists, workspace.id, jobId]);

  if (!exists && phase === "failed" && failure) return <FailureState failure={failure} onRetry={follow.retry} />;
  if (!exists && phase === "reading") return <Shuttle label="Reading the events of the job" />;
  return (
    <CrosshairContext value={crosshair}>
      <JobHead
        workspace={workspace}
        jobId={jobId}
        record={job.record}
        cancel={job.cancel}
        status={status}
        table={table}
      />
      <JobFacts record={job.record} progress={progress} status={status} table={table} version={version} nowMs={nowMs} />
      <JobNotes follow={follow} job={job} status={status} progress={progress} />
      <JobSources workspace={workspace} jobId={jobId} record={job.record} />
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
        <div className="flex min-w-0 flex-1 flex-col lg:overflow-auto">
          <MetricsPane
            table={table}
            version={version}
            isOver={isOver}
            choices={choices}
            onChange={changeCharts}
            fileName={`job-${jobId}`}
          />
          {job.record ? <GroupsSection workspace={workspace} record={job.record} /> : null}
          <EventLanes log={log} version={version} />
        </div>
        <EventList
          connectionId={workspace.connectionId}
          jobId={jobId}
          log={log}
          version={version}
          phase={phase}
          mode={choices.events}
          onModeChange={(mode) => void setChoices({ events: mode })}
          nowMs={nowMs}
        />
      </div>
      <JobFoot follow={follow} />
    </CrosshairContext>
  );
}
