"use client";

import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { IterationsTable } from "@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/iterations-table";
import { RunCharts } from "@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/run-charts";
import { RunFacts } from "@/app/(dashboard)/[workspace]/runs/[trainingRunId]/figures/run-facts";
import { RolloutsSection } from "@/app/(dashboard)/[workspace]/runs/[trainingRunId]/rollouts/rollouts-section";
import { useNow } from "@/components/browser/use-now";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { Crosshair, CrosshairContext } from "@/components/training/metrics/crosshair";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { countOf } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { prepareRunCurves } from "@/lib/training/runs/run-curves";
import type { Workspace } from "@/lib/workspace/workspace";
import { RunHead } from "./run-head";
import { RunNotices } from "./run-notices";
import { RunSettings } from "./run-settings";
import { runParams } from "./search-params";
import { useRun } from "./use-run";
import { VerdictBand } from "./verdict-band";

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
  const { run, failure } = control;
  const curves = useMemo(
    () => prepareRunCurves(run?.iterations ?? [], run?.source, run?.base_evaluation),
    [run?.iterations, run?.source, run?.base_evaluation],
  );
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
        <RunNotices slug={workspace.slug} run={run} control={control} isMember={isMember} nowMs={nowMs} />
        <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-none max-lg:flex-col">
          <div className="flex min-w-0 flex-1 flex-col lg:overflow-auto">
            <RunCharts curves={curves} fileName={`run-${run.name}`} />
            <RolloutsSection
              workspace={workspace}
              run={run}
              choices={choices}
              onChoose={(next) => void setChoices(next)}
            />
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
