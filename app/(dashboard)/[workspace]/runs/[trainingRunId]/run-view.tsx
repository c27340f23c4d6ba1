"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useState } from "react";
import { IterationsTable } from "@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/iterations-table";
import { RunFacts } from "@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/run-facts";
import { useNow } from "@/components/browser/use-now";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import type { SeriesParams } from "@/components/training/series/series-params";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { SERIES_COLORS } from "@/lib/chart/series";
import { countOf } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { isOpen } from "@/lib/run/run-states";
import type { Workspace } from "@/lib/workspace/workspace";
import { NewestLog } from "./newest-log";
import { RunHead } from "./run-head";
import { RunNotices } from "./run-notices";
import { runParams } from "./search-params";
import { useRun } from "./use-run";
import { VerdictBand } from "./verdict-band";

const RunWatchBand = partLoadedLater(
  async () => (await import("@/components/watches/runs/run-watch-band")).RunWatchBand,
  null,
);
const RunSettings = partLoadedLater(async () => (await import("./run-settings")).RunSettings, null);
const RunSeries = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/run-series")).RunSeries,
  <ProgressBar label="Loading charts" />,
);
const TimeSplit = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/time-split")).TimeSplit,
  null,
);
const Staleness = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/staleness")).Staleness,
  null,
);
const RolloutsSection = partLoadedLater(
  async () =>
    (await import("@/app/(dashboard)/[workspace]/runs/[trainingRunId]/rollouts/rollouts-section")).RolloutsSection,
  <ProgressBar label="Loading rollouts" />,
);
const RunCharts = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/run-charts")).RunCharts,
);

/** True while iterations may be added: a client and another program may always continue. */
const isLive = (run: Pick<TrainingRunDetail, "source" | "state">) => run.source === "client" || isOpen(run);

/** One training run, live until it ends. */
export function RunView({ runId }: { runId: string }) {
  return (
    <WorkspaceGate>
      {(workspace) => <Run key={`${workspace.id} ${runId}`} workspace={workspace} runId={runId} />}
    </WorkspaceGate>
  );
}

function Run({ workspace, runId }: { workspace: Workspace; runId: string }) {
  const nowMs = useNow();
  const isMember = useHasRole("member");
  const control = useRun(workspace, runId);
  const [choices, setChoices] = useQueryStates(runParams, { history: "replace" });
  const [crosshair] = useState(() => new Crosshair());
  const [timeCrosshair] = useState(() => new Crosshair());
  const { run, failure } = control;
  const changeCharts = useCallback((change: Partial<SeriesParams>) => void setChoices(change), [setChoices]);
  if (run === undefined) {
    return (
      <>
        <PageHead title="Training run" />
        <div className="grid flex-1 border-t border-line">
          {failure === null ? (
            <ProgressBar label="Loading training run" className="self-start" />
          ) : (
            <FailureState failure={failure} onRetry={control.refetch} isRetrying={control.isRefetching} />
          )}
        </div>
      </>
    );
  }
  return (
    <CrosshairContext value={crosshair}>
      <RunHead workspace={workspace} run={run} control={control} canAct={isMember === true} />
      <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-auto">
        <RunFacts run={run} slug={workspace.slug} />
        <VerdictBand run={run} />
        <RunWatchBand
          workspace={workspace}
          subject={{ runId: run.id }}
          canAct={run.source === "service"}
          isLive={isLive(run)}
        />
        <RunNotices slug={workspace.slug} run={run} control={control} isMember={isMember} nowMs={nowMs} />
        <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-none max-lg:flex-col">
          <div className="flex min-w-0 flex-1 flex-col lg:overflow-auto">
            <RunSeries
              run={run}
              workspace={workspace}
              runs={[{ id: run.id, label: run.name, color: SERIES_COLORS[0], isLive: isLive(run) }]}
              params={choices}
              onChange={changeCharts}
              fileName={`run-${run.name}`}
              fallback={<RunCharts run={run} />}
            />
            {/* The positions of the charts above may be tokens or times. */}
            <CrosshairContext value={choices.x === "step" ? crosshair : timeCrosshair}>
              {run.time_split == null ? null : <TimeSplit split={run.time_split} fileName={`run-${run.name}`} />}
              {run.staleness == null ? null : <Staleness stale={run.staleness} fileName={`run-${run.name}`} />}
            </CrosshairContext>
            <RolloutsSection
              workspace={workspace}
              run={run}
              choices={choices}
              onChoose={(next) => void setChoices(next)}
            />
            <NewestLog workspace={workspace} run={run} />
            <IterationsTable workspace={workspace} run={run} onCompare={(to) => void setChoices({ from: null, to })} />
          </div>
          <RunSettings workspace={workspace} run={run} nowMs={nowMs} />
        </div>
      </div>
      <PageFoot>
        <span>
          {countOf(run.iterations_done, "iteration")}
          {run.source === "client" ? ", from the jobs of this model" : ""}
          {run.source === "log"
            ? `, last logged ${formatAgo(parseTime(run.iterations.at(-1)?.ended_at ?? run.created_at), nowMs)}`
            : ""}
        </span>
        {failure === null ? null : <span className="text-warn">refresh failed: {failure.message}</span>}
      </PageFoot>
    </CrosshairContext>
  );
}
