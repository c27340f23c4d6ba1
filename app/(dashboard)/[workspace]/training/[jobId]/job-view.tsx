"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo, useState } from "react";
import { JobCheckpoints } from "@/app/(dashboard)/[workspace]/training/[jobId]/checkpoints/job-checkpoints";
import { EventLanes } from "@/app/(dashboard)/[workspace]/training/[jobId]/events/event-lanes";
import { EventList } from "@/app/(dashboard)/[workspace]/training/[jobId]/events/event-list";
import { GroupsSection } from "@/app/(dashboard)/[workspace]/training/[jobId]/groups/groups-section";
import { MetricsPane } from "@/app/(dashboard)/[workspace]/training/[jobId]/metrics/metrics-pane";
import { useNow } from "@/components/browser/use-now";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { useEndedJobs } from "@/components/training/jobs/use-ended-jobs";
import { useJob } from "@/components/training/jobs/use-job";
import { useJobEvents } from "@/components/training/jobs/use-job-events";
import { addFollowed } from "@/components/training/lists/followed-ids";
import { TrainerLog } from "@/components/training/log/trainer-log";
import type { ChartParams } from "@/components/training/metrics/chart-params";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import { useCrosshairKeys } from "@/components/training/metrics/use-crosshair-keys";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { jobProgress, statusFromEvents } from "@/lib/training/jobs/job-progress";
import { notableSteps } from "@/lib/training/metrics/notable-steps";
import type { Workspace } from "@/lib/workspace/workspace";
import { JobFacts } from "./job-facts";
import { JobFoot } from "./job-foot";
import { JobHead } from "./job-head";
import { JobNotes } from "./job-notes";
import { JobSources } from "./job-sources";
import { eventExtras } from "./prepare-job-context";
import { jobParams } from "./search-params";
import { useJobContext } from "./use-job-context";

const RunWatchBand = partLoadedLater(
  async () => (await import("@/components/watches/runs/run-watch-band")).RunWatchBand,
  null,
);

/** One training job, live until it ends. */
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
  // Unchanged on clock ticks: charts are redrawn only when their data changes.
  const changeCharts = useCallback((change: Partial<ChartParams>) => void setChoices(change), [setChoices]);
  const [crosshair] = useState(() => new Crosshair());
  const nowMs = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log grows in place, and its version says so
  const progress = useMemo(() => jobProgress(log, nowMs), [log, version, nowMs]);
  const { record } = job;
  useEndedJobs(workspace.connectionId, record === null ? [] : [record]);
  const known = useJobContext(workspace.connectionId, record);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows in place, and its version says so
  const notable = useMemo(
    () =>
      notableSteps(
        table,
        table.series.map(({ path }) => path),
        known.limits,
      ),
    [table, version, known.limits],
  );
  const extras = useMemo(() => eventExtras(record, known.dataText, notable), [record, known.dataText, notable]);
  const status = record?.status ?? statusFromEvents(log.last === null ? [] : [log.last]);
  useCrosshairKeys(table, choices.x, crosshair);
  const exists = log.count > 0 || record !== null;
  // The external system is the browser's storage: an opened job is found again without a list.
  useEffect(() => {
    if (exists) addFollowed(workspace.id, "jobs", jobId);
  }, [exists, workspace.id, jobId]);

  if (!exists && ((phase === "failed" && failure) || phase === "reading")) {
    return (
      <>
        <PageHead title="Training job" />
        <div className="grid flex-1 border-t border-line">
          {phase === "failed" && failure ? (
            <FailureState failure={failure} onRetry={follow.retry} />
          ) : (
            <ProgressBar label="Loading job events" className="self-start" />
          )}
        </div>
      </>
    );
  }
  return (
    <CrosshairContext value={crosshair}>
      <JobHead workspace={workspace} jobId={jobId} record={record} cancel={job.cancel} status={status} table={table} />
      <JobFacts
        data={known.data}
        record={record}
        progress={progress}
        status={status}
        table={table}
        version={version}
        nowMs={nowMs}
        notable={notable}
      >
        <JobSources workspace={workspace} jobId={jobId} record={record} />
      </JobFacts>
      {record ? <RunWatchBand workspace={workspace} subject={{ jobId }} canAct={false} isLive={!isOver} /> : null}
      <JobNotes follow={follow} job={job} status={status} progress={progress} />
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto short:h-[640px] short:flex-none">
        <div className="flex min-w-0 flex-1 flex-col lg:overflow-auto">
          <MetricsPane
            table={table}
            version={version}
            isOver={isOver}
            isReading={phase === "reading"}
            choices={choices}
            isFull={choices.full}
            onChange={changeCharts}
            onFullChange={(full) => void setChoices({ full })}
            fileName={`job-${jobId}`}
            limits={known.limits}
            notable={notable}
            baseReward={known.baseReward}
          />
          {record ? <GroupsSection workspace={workspace} record={record} /> : null}
          {record ? <JobCheckpoints workspace={workspace} record={record} /> : null}
          <EventLanes log={log} version={version} />
          {record?.training_start ? (
            <TrainerLog connectionId={workspace.connectionId} source={{ kind: "job", jobId }} isLive={!isOver} />
          ) : null}
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
          extras={extras}
        />
      </div>
      <JobFoot follow={follow} />
    </CrosshairContext>
  );
}
