"use client";

import { RaiseLimit } from "@/components/run/raise-limit";
import { RunFailures } from "@/components/run/run-failures";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatCount } from "@/lib/format/count";
import { formatTime, parseTime } from "@/lib/format/time";
import { reachedLimit } from "@/lib/training/runs/reached-limit";
import type { RunControl } from "./use-run";

type RunNoticesProps = {
  slug: string;
  run: TrainingRunDetail;
  control: RunControl;
  isMember: boolean | undefined;
  nowMs: number;
};

/** Notices above a run: a failed request, labels that it waits for, a limit, the reason why it is paused. */
export function RunNotices({ slug, run, control, isMember, nowMs }: RunNoticesProps) {
  const { failure, actionFailure } = control;
  const hasReason = run.reason !== null && (run.state === "paused" || run.state === "failed");
  const isViewer = isMember === false && run.source === "service" && run.state === "paused";
  if (failure === null && actionFailure === null && !hasReason && !isViewer && !isLabeling(run)) return null;
  return (
    <div className="grid flex-none gap-2 px-4 pb-3 max-md:px-3">
      <RunFailures control={control} stale="The figures are not up to date." />
      {isLabeling(run) ? <MissingLabels slug={slug} run={run} nowMs={nowMs} /> : null}
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

/** True while the newest iteration waits for labels, also when the run is paused. */
const isLabeling = ({ iterations, state }: TrainingRunDetail) =>
  iterations.at(-1)?.state === "labeling" && (state === "running" || state === "paused");

/** The number of labels that a run waits for, and the way to the queue where people give them. */
function MissingLabels({ slug, run, nowMs }: Pick<RunNoticesProps, "slug" | "run" | "nowMs">) {
  const newest = run.iterations.at(-1);
  const queueId = run.settings?.reward.label?.queue_id;
  const labeled = newest?.rollouts ?? 0;
  const until = run.phase?.until;
  return (
    <Callout tone="plain">
      Waiting for labels: {formatCount(labeled)} of {formatCount(labeled + (newest?.unlabeled ?? 0))}.
      {until == null ? "" : ` Pauses at ${formatTime(parseTime(until), nowMs)}.`}{" "}
      {queueId === undefined ? null : (
        <Link href={`/${slug}/review/${encodeURIComponent(queueId)}`} className="text-accent-text underline">
          Open the review queue
        </Link>
      )}
    </Callout>
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
