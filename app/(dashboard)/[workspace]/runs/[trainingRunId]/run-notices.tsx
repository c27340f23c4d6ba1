"use client";

import { RaiseLimit } from "@/components/run/raise-limit";
import { RunFailures } from "@/components/run/run-failures";
import { Callout } from "@/components/ui/callout";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { reachedLimit } from "@/lib/training/runs/reached-limit";
import type { RunControl } from "./use-run";

type RunNoticesProps = { run: TrainingRunDetail; control: RunControl; isMember: boolean | undefined };

/** Notices above a run: a failed request, a limit that was reached, the reason why it is paused. */
export function RunNotices({ run, control, isMember }: RunNoticesProps) {
  const { failure, actionFailure } = control;
  const hasReason = run.reason !== null && (run.state === "paused" || run.state === "failed");
  const isViewer = isMember === false && run.source === "service" && run.state === "paused";
  if (failure === null && actionFailure === null && !hasReason && !isViewer) return null;
  return (
    <div className="grid flex-none gap-2 px-4 pb-3 max-md:px-3">
      <RunFailures control={control} stale="The figures are not up to date." />
      {hasReason ? (
        <Callout tone={run.state === "failed" ? "err" : "warn"}>
          {run.reason}
          {isMember ? <ReachedLimit run={run} control={control} /> : null}
        </Callout>
      ) : null}
      {isViewer ? <Callout tone="plain">Resuming a run needs the member role. Ask an admin.</Callout> : null}
    </div>
  );
}

/** Offers a new value for the limit that was reached. */
function ReachedLimit({ run, control }: { run: TrainingRunDetail; control: RunControl }) {
  const limit = run.state === "paused" ? reachedLimit(run) : null;
  if (limit === null) return null;
  return (
    <RaiseLimit
      label={limit.label}
      proposed={limit.value * 2}
      above={limit.value}
      isBusy={control.acting === "resume"}
      onResume={(value) => control.act({ kind: "resume", limits: { [limit.member]: value } })}
      className="w-[132px]"
    />
  );
}
