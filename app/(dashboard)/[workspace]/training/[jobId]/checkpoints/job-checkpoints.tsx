"use client";

import { memo, useMemo } from "react";
import { FailureDetails } from "@/components/state/failure-state";
import { useCheckpointEvaluation } from "@/components/training/models/use-checkpoint-evaluation";
import { useCheckpoints } from "@/components/training/models/use-checkpoints";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { failureOf } from "@/lib/api/client/request-failure";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { countOf } from "@/lib/format/count";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import type { Workspace } from "@/lib/workspace/workspace";
import { CheckpointsTable } from "./checkpoints-table";
import { jobCheckpoints } from "./prepare-job-checkpoints";

const REFRESH_INTERVAL_MS = 5000;

type JobCheckpointsProps = { workspace: Workspace; record: JobRecord };

/** The checkpoints of the job's model, the newest first; the page around it is redrawn every second. */
export const JobCheckpoints = memo(function JobCheckpoints({ workspace, record }: JobCheckpointsProps) {
  const { connectionId, slug } = workspace;
  const { model_id: modelId, id: jobId } = record;
  const list = useCheckpoints(connectionId, modelId, isGoingOn(record.status) ? REFRESH_INTERVAL_MS : false);
  const evaluation = useCheckpointEvaluation(connectionId, modelId, false);
  const checkpoints = useMemo(
    () => jobCheckpoints(list.data ?? [], evaluation.data ?? null, jobId),
    [list.data, evaluation.data, jobId],
  );
  if (list.isError && !list.data) {
    return (
      <div className="px-4 py-2.5 max-md:px-3">
        <Callout tone="err">
          Could not load checkpoints.
          <FailureDetails failure={failureOf(list.error)} />
          <Button size="small" className="mt-1" onClick={() => void list.refetch()}>
            Retry
          </Button>
        </Callout>
      </div>
    );
  }
  if (checkpoints.rows.length === 0) return null;
  return (
    <section aria-label="Checkpoints" className="min-w-0 flex-none border-b border-line">
      <div className="flex h-9 items-center gap-2 px-4 max-md:px-3">
        <h2 className="text-base font-medium">Checkpoints</h2>
        <span className="min-w-0 truncate text-small text-ink-3">
          {countOf(checkpoints.rows.length, "checkpoint")} of {record.model_name}; small figures are the change from the
          first
        </span>
        <Link
          href={`/${slug}/models/${encodeURIComponent(modelId)}`}
          className="ml-auto flex-none text-small text-accent-text hover:underline"
        >
          Open model
        </Link>
      </div>
      <CheckpointsTable workspace={workspace} record={record} checkpoints={checkpoints} />
    </section>
  );
});
