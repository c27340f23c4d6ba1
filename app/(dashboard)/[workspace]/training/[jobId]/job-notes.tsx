import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { JobRecord, JobStatus } from "@/lib/api/contract/training/training-jobs";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { FollowState } from "@/lib/training/events/job-follower";
import { failureMessage } from "@/lib/training/events/training-event";
import type { JobProgress } from "@/lib/training/jobs/job-progress";
import { isGoingOn } from "@/lib/training/jobs/job-status";

/** The data of a job besides its events. */
interface JobReading {
  /** Null while it is loading, and where the service does not support it. */
  readonly record: JobRecord | null;
  readonly isPending: boolean;
  readonly failure: ServiceFailure | null;
}

type JobNotesProps = {
  follow: FollowState & { retry: () => void };
  job: JobReading;
  status: JobStatus;
  progress: JobProgress;
};

/** Describes problems: a failed job, an unavailable service, missing events, unsupported operations. */
export function JobNotes({ follow, job, status, progress }: JobNotesProps) {
  const { phase, failure, log, badLineCount, isStuck } = follow;
  const message = job.record?.error_message ?? failureMessage(log.last ?? undefined);
  return (
    <div className="grid flex-none gap-1.5 px-4 [&:not(:empty)]:pb-2.5 max-md:px-3">
      {status === "failed" ? (
        <Callout tone="err">
          <b>Failed.</b> {message ?? "The service gave no reason."}
        </Callout>
      ) : null}
      {status === "cancelled" ? <Callout tone="plain">{message ?? "Cancelled."}</Callout> : null}
      {phase === "retrying" && failure ? (
        <Callout tone="warn">
          The service is unavailable: {failure.message} Loaded events are kept; reading resumes after the last one.{" "}
          <Button size="small" onClick={follow.retry} className="ml-1">
            Retry now
          </Button>
        </Callout>
      ) : null}
      {phase === "failed" && failure ? (
        <Callout tone="err">
          Events can no longer be loaded.
          <FailureDetails failure={failure} />
        </Callout>
      ) : null}
      {badLineCount > 0 ? (
        <Callout tone="warn">
          {countOf(badLineCount, "event")} could not be read and {badLineCount === 1 ? "is" : "are"} missing here.
        </Callout>
      ) : null}
      {isStuck ? (
        <Callout tone="warn">
          The service says that there are more events and returns the same ones again, so later ones cannot be loaded.
        </Callout>
      ) : null}
      {isGoingOn(status) && progress.silentMs !== null && phase === "listening" ? (
        <Callout tone="warn">
          No event for {formatDuration(Math.floor(progress.silentMs / 1000) * 1000)}
          {progress.stepMs === null ? "." : `, while a step takes ${formatDuration(progress.stepMs)}.`}
        </Callout>
      ) : null}
      {job.failure ? (
        <Callout tone="warn">Could not load the job record: {job.failure.message} Events are still followed.</Callout>
      ) : null}
      {!job.isPending && job.record === null && job.failure === null ? (
        <Callout tone="plain">
          This service reports jobs through events only. It does not support{" "}
          <span className="text-code">GET /v1/preview/training-jobs/{"{id}"}</span>, so the model, the settings and
          cancelling are unavailable.
        </Callout>
      ) : null}
    </div>
  );
}
