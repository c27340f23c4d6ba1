"use client";

import { FailureState } from "@/components/state/failure-state";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import type { Workspace } from "@/lib/workspace/workspace";
import { NoRollouts, RolloutsUnsupported } from "./rollouts-states";

type UnreadBatchesProps = { workspace: Workspace; record: JobRecord; failure: ServiceFailure; onRetry: () => void };

/** Says why the batches of a model could not be read. */
export function UnreadBatches({ workspace, record, failure, onRetry }: UnreadBatchesProps) {
  if (failure.kind === "unsupported")
    return <RolloutsUnsupported workspace={workspace} jobId={record.id} operation="POST /trajectories/batches" />;
  if (failure.kind === "not-found") return <NoRollouts workspace={workspace} record={record} isDeleted />;
  return <FailureState failure={failure} onRetry={onRetry} />;
}
