"use client";

import { Plus } from "lucide-react";
import { RaiseLimit } from "@/components/run/raise-limit";
import { RunFailures } from "@/components/run/run-failures";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { RunHead } from "./run-head";
import { RunProgress } from "./run-progress";
import { RunRows } from "./run-rows";
import { MarksLegend } from "./trial-marks";
import { type RunControl, useRun } from "./use-run";

type RunningViewProps = {
  workspace: Workspace;
  runId: string;
  isMember: boolean;
  scorer: string | null;
  onScorer: (scorer: string) => void;
  view: "live" | "errors";
  onView: (view: "live" | "errors") => void;
  onNew: () => void;
};

/** An evaluation while it runs, and after it: the service runs it, this page follows it. */
export function RunningView({ workspace, runId, isMember, scorer, onScorer, view, onView, onNew }: RunningViewProps) {
  const control = useRun(workspace, runId, scorer);
  const { run, failure } = control;
  if (run === undefined) {
    return (
      <>
        <PageHead title="Evaluation" />
        <div className="grid flex-1 border-t border-line">
          {failure === null ? (
            <ProgressBar label="Loading evaluation" className="self-start" />
          ) : (
            <FailureState failure={failure} onRetry={control.refetch} isRetrying={control.isRefetching} />
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <RunHead run={run} slug={workspace.slug} control={control} canAct={isMember} />
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:flex-none">
          <Notices run={run} control={control} isMember={isMember} />
          <Settings run={run} />
          <RunRows
            run={run}
            slug={workspace.slug}
            block={control.block}
            scorer={scorer}
            onScorer={onScorer}
            view={view}
            onView={onView}
          />
        </div>
        <aside
          aria-label="Progress of the evaluation"
          className="w-[400px] flex-none overflow-auto border-l border-line max-lg:w-full max-lg:overflow-visible max-lg:border-t max-lg:border-l-0"
        >
          <RunProgress run={run} slug={workspace.slug} scorer={scorer} />
          <div className="border-t border-line px-4 py-3">
            <Button size="small" icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />} onClick={onNew}>
              New evaluation
            </Button>
          </div>
        </aside>
      </div>
      <PageFoot hints={<MarksLegend />}>
        <span>{countOf(run.done, "trial")} stored as calls</span>
      </PageFoot>
    </>
  );
}

function Notices({ run, control, isMember }: { run: EvaluationRunDetail; control: RunControl; isMember: boolean }) {
  const isOverLimit = run.state === "paused" && run.reason?.includes("spending limit") === true;
  return (
    <>
      <RunFailures control={control} stale="Progress is not up to date." className="m-2" />
      {run.reason !== null && run.state !== "finished" ? (
        <Callout tone={run.state === "failed" ? "err" : "warn"} className="m-2">
          {run.reason} The {countOf(run.done, "finished trial")} are kept.
          {isOverLimit && isMember ? (
            <RaiseLimit
              label="New limit in USD"
              proposed={(run.settings.limits.max_cost_usd ?? 1) * 2}
              above={0}
              isBusy={control.acting === "resume"}
              onResume={(limit) => control.act({ kind: "resume", limits: { max_cost_usd: limit } })}
              className="w-[110px]"
            />
          ) : null}
        </Callout>
      ) : null}
    </>
  );
}

/** The parts of the settings, each in a line. */
function Settings({ run }: { run: EvaluationRunDetail }) {
  const { settings } = run;
  const dataset = settings.rows.dataset_ref.split("/object/").at(-1)?.split(":")[0] ?? "";
  const lines = [
    ["Models", run.models.map(({ label }) => label).join(", ")],
    ["Rows", `${run.rows} from ${dataset}, ${countOf(run.trials, "trial")} each`],
    ["Scorers", settings.scorers.map(({ name }) => name).join(", ")],
  ];
  return (
    <dl>
      {lines.map(([name, text]) => (
        <div key={name} className="flex min-h-[34px] items-center gap-2 border-b border-line px-4 max-md:px-3">
          <dt className="font-semibold">{name}</dt>
          <dd className="min-w-0 truncate text-small text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
