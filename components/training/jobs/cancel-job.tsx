"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";

/** The request that cancels a job. */
export interface JobCancelling {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly mutate: (variables: undefined, options: { onSuccess: () => void }) => void;
}

type CancelJobProps = { cancel: JobCancelling; onClose: () => void };

/** A cancelled job cannot be resumed, so this asks for confirmation. */
export function CancelJob({ cancel, onClose }: CancelJobProps) {
  return (
    <ConfirmDialog
      title="Cancel this job?"
      description="The job ends without a new checkpoint. Its events and metrics are kept. It cannot be resumed."
      action="Cancel job"
      closeLabel="Keep running"
      change={cancel}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
